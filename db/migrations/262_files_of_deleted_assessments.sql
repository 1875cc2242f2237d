-- Files of consultations and annexes of assessments that were deleted: nobody owns them any more, so they are removed.
alter table files no force row level security;
alter table dpias no force row level security;
update files f set owner_kind = null, owner_id = null, retained_from = null
 where f.owner_kind in ('dpia.consultation', 'dpia.annex')
   and not exists (select from dpias d where d.workspace_id = f.workspace_id and d.id = f.owner_id);
alter table files force row level security;
alter table dpias force row level security;
