-- From here on, functions live in sql/, one file each. `leadline migrate` applies a file after the migrations
-- whenever its hash differs from the one recorded here, so changing a function means editing its file and nothing
-- else.
--
-- `create or replace` cannot change a function's parameters or result. To do that, add a migration that drops the old
-- function, and change the file in the same commit. A migration that needs a new function itself, say for an index,
-- must create it itself; a later migration must not rely on the version in sql/.
create table leadline.applied_functions (
  name text primary key,
  sha256 bytea not null
);
