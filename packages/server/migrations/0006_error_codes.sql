-- Why a request was rejected: the stable error code of the API. The wording in `error` may change at any time.
alter table leadline.received add column code text;
