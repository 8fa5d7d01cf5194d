-- Every version of a function that was ever applied here. A process whose functions are all listed runs on a schema that is
-- as new as itself, or newer.
create table leadline.function_versions (
  name text,
  sha256 bytea,
  applied_at timestamptz not null default now(),
  primary key (name, sha256)
);
insert into leadline.function_versions (name, sha256) select name, sha256 from leadline.applied_functions;

-- So that processes can tell whether the schema is older than they are.
grant select on leadline.migrations, leadline.function_versions to leadline_api, leadline_worker;
