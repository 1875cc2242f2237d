-- A month of a retention period counts a twelfth of a year (shared/purpose/retention.ts), no longer 30 days: 121 months
-- are more than 10 years.
alter table purposes drop column retention_days;
alter table purposes add column retention_days integer generated always as (
  case when retention_indefinite then -1
       else case retention_unit when 'day' then retention_amount when 'month' then retention_amount * 365 / 12 when 'year' then retention_amount * 365 end end) stored;

alter table data_flows no force row level security;
alter table data_flow_attributes no force row level security;
alter table inventory_totals no force row level security;
update data_flows set retention_days = retention_amount * 365 / 12 where retention_unit = 'month';
update data_flow_attributes u set retention_days = f.retention_days from data_flows f
 where f.retention_unit = 'month' and f.workspace_id = u.workspace_id and f.id = u.data_flow_id;
-- Uses of 30 days and of a month were one sum.
create temporary table recounted on commit drop as
  select distinct workspace_id, application_id, purpose_id from data_flows where retention_unit = 'month';
delete from inventory_totals t using recounted r
 where (t.workspace_id, t.application_id, t.purpose_id) = (r.workspace_id, r.application_id, r.purpose_id);
insert into inventory_totals (workspace_id, application_id, purpose_id, pii_category_id, retention_days, uses, sensitive_uses)
select u.workspace_id, u.application_id, u.purpose_id, u.pii_category_id, u.retention_days, count(*), count(*) filter (where u.sensitive)
  from data_flow_attributes u join recounted r using (workspace_id, application_id, purpose_id) group by 1, 2, 3, 4, 5;
alter table data_flows force row level security;
alter table data_flow_attributes force row level security;
alter table inventory_totals force row level security;
