-- When a lead was won or lost, for the order of these lists.
alter table leadline.leads add column closed_at timestamptz;
grant update (closed_at) on leadline.leads to leadline_api, leadline_worker;
