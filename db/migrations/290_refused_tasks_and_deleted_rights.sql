-- A task that was refused is a refusal of a part of its right: it stands in the register of refusals, and stays there
-- when its request is anonymised, without what was written of it.
alter table request_tasks alter column details drop not null;
create index request_tasks_refused on request_tasks (workspace_id, application_id, request_right_id) where status = 'REFUSED';

-- A right of a request keeps its name, code and days: one of the workspace's own can be deleted once no form offers it.
alter table request_rights drop constraint request_rights_workspace_id_data_right_id_fkey;
drop index request_rights_data_right;
