-- What it takes to keep one account's imports from harming another's.

alter table leadline.imports
  -- The position is inside a row that was too long; reading resumes at the next line break.
  add column next_in_row boolean not null default false,
  -- How often the import was started since it last saved its position. Goes back down if the worker stops in an orderly way.
  add column attempts smallint not null default 0,
  -- When it last had its turn.
  add column turn_at timestamptz,
  -- The size of its rows in import_refusals, and how many more were rejected but not kept.
  add column refused_bytes bigint not null default 0,
  add column rows_not_kept integer not null default 0;

create index imports_with_file on leadline.imports (account_id)
  where status in ('uploading', 'ready', 'queued', 'running', 'stopped');
create index imports_with_refusals on leadline.imports (account_id) where refused_bytes > 0;

update leadline.imports i set refused_bytes = r.bytes
from (
  select account_id, import_id, sum(octet_length(reason) + octet_length(content) + 64) as bytes
  from leadline.import_refusals group by account_id, import_id
) r
where r.account_id = i.account_id and r.import_id = i.id;

-- The total size of the files an account may have waiting to be imported.
alter table leadline.plans add column import_bytes bigint not null default 2147483648 check (import_bytes > 0);
update leadline.plans set import_bytes = 104857600 where name = 'free';
