-- Why a request was rejected, as the stable code of the API: the sentence beside it may be reworded at any time.
alter table leadline.received add column code text;
