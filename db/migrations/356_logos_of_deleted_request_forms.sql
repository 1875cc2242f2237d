-- Logos of request forms that were deleted: nobody owns them any more, so they are removed.
-- The trigger that counts files asks whether the workspace exists.
alter table workspaces no force row level security;
alter table files no force row level security;
alter table file_totals no force row level security;
alter table request_forms no force row level security;
update files f set owner_kind = null, owner_id = null, retained_from = null
 where f.owner_kind = 'requestForm.logo'
   and not exists (select from request_forms r where r.workspace_id = f.workspace_id and r.id = f.owner_id);
alter table files force row level security;
alter table file_totals force row level security;
alter table request_forms force row level security;
alter table workspaces force row level security;
