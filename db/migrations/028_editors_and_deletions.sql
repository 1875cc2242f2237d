-- Who saved a person's record or a workspace last: whoever meets a newer one learns from whom.
alter table personnel add column updated_by uuid;
alter table personnel add foreign key (workspace_id, updated_by) references personnel on delete set null (updated_by);
create index personnel_updated_by on personnel (workspace_id, updated_by) where updated_by is not null;
-- Personnel of the workspace. No reference: each table would be the other's parent, and rows of a workspace go in the
-- order of their references (workspace_relations).
alter table workspaces add column updated_by uuid;

-- Views of pages that are of no workspace go after the same time as the others (docs/decisions/032).
create index page_views_day on page_views (day);
create or replace function expire_page_views(p_before date, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target uuid;
  expired integer;
  removed integer := 0;
begin
  for target in select id from workspaces order by id loop
    exit when removed >= p_limit;
    perform set_config('app.workspace_id', target::text, true);
    delete from workspace_page_views where workspace_id = target and (day, route) in (
      select o.day, o.route from workspace_page_views o where o.workspace_id = target and o.day < p_before
      order by o.day limit p_limit - removed);
    get diagnostics expired = row_count;
    removed := removed + expired;
  end loop;
  delete from page_views where (route, day) in (
    select o.route, o.day from page_views o where o.day < p_before order by o.day limit greatest(p_limit - removed, 0));
  get diagnostics expired = row_count;
  return removed + expired;
end $$;

-- Ends a deletion, once nothing but the workspace itself is left; `p_line`: id of the line in the organisation's log
-- that says so. The Admins of the organisation's other workspaces are notified in the same transaction: nobody could
-- make up for it afterwards. Answers false when it had ended before.
create or replace function finish_workspace_deletion(p_workspace uuid, p_line uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin record;
  sibling uuid;
  line uuid;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  select organization_id, name into origin from workspace_deletions
  where id = p_workspace and started_at is not null and finished_at is null for update;
  if not found then return false; end if;
  if keep_activity_logs(p_workspace, 1000) = 1000 then raise exception 'the activity log has not been kept yet'; end if;
  insert into organization_activity_logs (organization_id, id, source_id, source_name, module, event, entity, entity_id, subject, changes, people, created_at)
  values (origin.organization_id, p_line, p_workspace, origin.name, 'ORGANIZATION', 'workspaceDeletion.finished', 'workspaceDeletion', p_workspace, origin.name, '[]', '{}', p_now);
  -- What came in at the last moment goes along.
  set constraints all deferred;
  delete from workspaces where id = p_workspace;
  perform forget_user_consents(p_workspace);
  update workspace_deletions set finished_at = p_now, rows_removed = coalesce(rows_total, rows_removed) where id = p_workspace;
  for sibling in
    select id from workspaces where organization_id = origin.organization_id and id <> p_workspace and closed_at is null order by id
  loop
    perform set_config('app.workspace_id', sibling::text, true);
    line := uuidv7();
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, subject, created_at)
    values (sibling, line, 'ORGANIZATION', 'workspaceDeletion.finished', 'workspaceDeletion', p_workspace, origin.name, p_now);
    insert into personal_notices (workspace_id, personnel_id, activity_id, silent, created_at)
    select p.workspace_id, p.id, line, true, p_now from personnel p
    where p.workspace_id = sibling and p.role = 'Admin' and p.status = 'active';
    insert into outbox (workspace_id, event, entity, entity_id, created_at)
    values (sibling, 'workspaceDeletion.finished', 'workspaceDeletion', p_workspace, p_now);
  end loop;
  perform set_config('app.workspace_id', p_workspace::text, true);
  return true;
end $$;
