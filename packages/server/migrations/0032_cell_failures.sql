-- What cells need to go on by themselves after a mover, a cell or a network has failed.

-- An account that is here again keeps leaves_at until the worker has queued what was missed meanwhile.
grant update (leaves_at) on leadline.accounts to leadline_worker;
-- allow lock: there is one row per account; a hundred thousand take a part of a second
create index accounts_back on leadline.accounts (id) where presence = 'here' and leaves_at is not null;

-- The writer rejects leads of accounts that its cell doesn't know.
grant select on leadline.this_cell to leadline_writer;

-- API processes forget where accounts were before they moved.
grant select (switched_at) on leadline.account_moves to leadline_api;

-- New accounts go to cells that have answered lately.
alter table leadline.cells add column measured_at timestamptz;
grant update (measured_at) on leadline.cells to leadline_auth;
