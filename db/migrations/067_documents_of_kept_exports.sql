-- The newest exports of an application and of the whole record are kept: so are their files, as long as their rows.
alter table files no force row level security;
alter table exports no force row level security;
update files f set retained_from = null
  from exports e
 where f.workspace_id = e.workspace_id and f.id = e.file_id and f.owner_kind = 'export.document'
   and e.kind in ('ropa', 'application-ropa');
alter table files force row level security;
alter table exports force row level security;
