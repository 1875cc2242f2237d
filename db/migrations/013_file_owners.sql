-- Every file has an owner: the record that it belongs to. Who may read it, how it may be shown and how long it is kept is
-- declared for the kind of owner (`files` in the module's manifest). A file without an owner is an upload that no record
-- has taken yet, or that one has given up: its uploader alone reads it, and it is swept after a day.
alter table files
  add column owner_kind text,
  add column owner_id uuid,
  -- Counted from then, a file of a kind that is kept for some days is removed; null: kept as long as its record has it.
  add column kept_from timestamptz,
  add check (owner_kind is not null or (owner_id is null and kept_from is null));

-- Row-level security is forced on these tables, and the owner of the schema need not be a superuser.
create function pg_temp.force_walls(forced boolean) returns void language plpgsql as $$
declare
  name text;
begin
  foreach name in array array['files', 'incidents', 'incident_notifications', 'approval_lines', 'approval_rounds', 'exports', 'imports', 'data_controllers', 'personnel', 'consents', 'consent_versions'] loop
    execute format('alter table %I %s row level security', name, case when forced then 'force' else 'no force' end);
  end loop;
end $$;
select pg_temp.force_walls(false);

-- What several records show belongs to the one that fewest people may read.
update files f set owner_kind = owned.kind, owner_id = owned.id, kept_from = owned.kept_from
from (
  select distinct on (workspace_id, file_id) workspace_id, file_id, kind, id, kept_from
  from (
    select 1 as place, workspace_id, attachment_id as file_id, 'incident.evidence' as kind, id, null::timestamptz as kept_from from incidents
    union all select 1, workspace_id, attachment_id, 'incident.evidence', incident_id, null from incident_notifications
    union all select 2, workspace_id, file_id, 'approvalLine.document', id, null from approval_lines
    union all select 2, workspace_id, file_id, 'approvalLine.document', line_id, null from approval_rounds
    union all select 3, workspace_id, file_id, 'export.document', id, coalesce(finished_at, created_at) from exports
    union all select 4, workspace_id, file_id, case kind when 'ropa' then 'recordImport.table' else 'consentImport.table' end, id, null from imports
    union all select 4, workspace_id, rejects_file_id, case kind when 'ropa' then 'recordImport.rejects' else 'consentImport.rejects' end, id, null from imports
    union all select 5, workspace_id, logo_id, 'dataController.logo', id, null from data_controllers
    union all select 5, workspace_id, photo_id, 'personnel.photo', id, null from personnel
    union all select 5, workspace_id, picture::uuid, 'consent.picture', id, null from consents, jsonb_array_elements_text(content #> '{theme,logoIds}') as picture
    union all select 5, workspace_id, picture::uuid, 'consent.picture', consent_id, null from consent_versions, jsonb_array_elements_text(content #> '{theme,logoIds}') as picture
  ) as shown
  where file_id is not null
  order by workspace_id, file_id, place, id
) as owned
where f.workspace_id = owned.workspace_id and f.id = owned.file_id and f.attached;
-- Of no record that is known: nobody reads it, and it is not taken for an upload that may be swept.
update files set owner_kind = 'unknown' where attached and owner_kind is null;

select pg_temp.force_walls(true);

drop policy sweeps on files;
drop index files_unattached;
drop index files_waiting;
alter table files drop column attached;

create index files_unowned on files (created_at) where owner_kind is null;
create index files_waiting on files (workspace_id, uploaded_by) where owner_kind is null;
create index files_kept on files (owner_kind, kept_from) where kept_from is not null;

-- The system sees of files which may go, and where their bytes are: never what they are called or of whom they are.
revoke select on files from pokpong_system;
grant select (workspace_id, id, storage_key, owner_kind, owner_id, kept_from, created_at) on files to pokpong_system;
create policy sweeps on files to pokpong_system using (owner_kind is null or kept_from is not null);
-- Files of exports that have had their time are found by these columns of files.
drop policy jobs on exports;
create policy jobs on exports for select to pokpong_system using (status in ('waiting', 'running'));
revoke select (finished_at, file_id) on exports from pokpong_system;
drop index exports_kept;
