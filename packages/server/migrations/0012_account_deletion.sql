-- Scopes of API keys, deletion of accounts and users, and settings of webhook endpoints.

alter table leadline.api_keys drop constraint api_keys_scope_check;
alter table leadline.api_keys add constraint api_keys_scope_check check (scope in ('api', 'read', 'send', 'intake'));
