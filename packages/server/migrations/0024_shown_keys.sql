-- Intake keys are part of web pages, so owners may see them again. Encrypted, like webhook secrets; other keys never are.
alter table leadline.api_keys add column sealed bytea,
  add constraint only_intake_keys_are_kept check (sealed is null or scope = 'intake');

-- The key of a request and the tool that sent it, for the list of recent requests.
alter table leadline.received add column key_id uuid, add column tool text;
