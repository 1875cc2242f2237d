-- The address of a receipt need not name its workspace: it is found by its random id.
create index consent_receipts_id on consent_receipts (id);
grant select (workspace_id, id) on consent_receipts to pokpong_system;
create policy addresses on consent_receipts for select to pokpong_system using (true);
