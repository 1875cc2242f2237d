-- Pages of assessments and of treatment plans by their status are read in the order of an index, as by their other
-- columns, in place of sorting all rows for each page.
create index dpias_status_order on dpias (workspace_id, variant, status, id);
create index treatment_plans_status_order on treatment_plans (workspace_id, status, id);

-- The log of deleted workspaces under one module, as the activity log has its own.
create index organization_activity_logs_module on organization_activity_logs (organization_id, module, created_at desc, id desc);
