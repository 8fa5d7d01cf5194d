-- Why a request was rejected: the stable error code of the API. The wording in `error` may change at any time.
alter table leadline.received add column code text;

-- Why a webhook endpoint is switched off, likewise.
update leadline.webhook_endpoints
set disabled_reason = case disabled_reason
  when 'switched off by hand' then 'by_hand'
  when 'it answered with 410 Gone' then 'gone'
  else 'failing'
end
where disabled_reason is not null;
