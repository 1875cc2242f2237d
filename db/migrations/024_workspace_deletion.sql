-- Deleting a workspace: asked for, undone within seven days, then done in short transactions (docs/decisions/034).

-- ── Closed workspaces ─────────────────────────────────────────────────────────────────────────────
-- Nobody works in a workspace from `closed_at` on: no call, no clock, no mail but those that say so.
alter table workspaces add column closed_at timestamptz;
create index workspaces_closed on workspaces (id) where closed_at is not null;
alter table mails add column while_closed boolean not null default false;

-- For whoever sends mails and begins work of its own: that role reads nothing else of workspaces.
create function closed_workspaces() returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select id from workspaces where closed_at is not null;
end $$;

-- ── Deletions ─────────────────────────────────────────────────────────────────────────────────────
-- From `due_at` on the rows may go; until then an Admin may undo it, which takes this row away. It outlives the
-- workspace, so it refers to none.
create table workspace_deletions (
  id uuid primary key,                    -- the workspace
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  requested_by uuid not null,             -- personnel of the workspace
  requested_by_name text not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  reminded_at timestamptz,
  started_at timestamptz,                 -- from here on there is no way back
  rows_total bigint,                      -- at the start; null until they are counted
  rows_removed bigint not null default 0,
  finished_at timestamptz,
  check (finished_at is null or started_at is not null)
);
create index workspace_deletions_organization on workspace_deletions (organization_id, requested_at desc);
alter table workspace_deletions enable row level security;
alter table workspace_deletions force row level security;
create policy own_organization on workspace_deletions for select to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy requests on workspace_deletions for insert to pokpong_app
  with check (id = current_workspace() and organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
create policy reminds on workspace_deletions for update to pokpong_app using (id = current_workspace()) with check (id = current_workspace());
create policy undoes on workspace_deletions for delete to pokpong_app using (id = current_workspace() and started_at is null);
-- No more grants than these: the rest is for the functions below, which run as an owner who may be no superuser.
create policy deletes on workspace_deletions to pokpong_system using (true) with check (true);
grant select, delete on workspace_deletions to pokpong_app;
grant insert (id, organization_id, name, requested_by, requested_by_name, requested_at, due_at), update (reminded_at) on workspace_deletions to pokpong_app;
grant select (id, due_at, reminded_at, started_at, finished_at, rows_total, rows_removed), update (rows_total) on workspace_deletions to pokpong_system;

-- ── What is kept ──────────────────────────────────────────────────────────────────────────────────
-- The activity log of a workspace that is gone. Names of people are those of the end, since nobody can be asked.
create table organization_activity_logs (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  source_id uuid not null,                -- the workspace
  source_name text not null,
  module text not null,
  event text not null,
  entity text not null,
  entity_id uuid not null,
  actor_id uuid,
  subject text not null,
  changes jsonb not null,
  people jsonb not null,                  -- { id: name } of everybody the line speaks of
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index organization_activity_logs_newest on organization_activity_logs (organization_id, created_at desc, id desc);
create index organization_activity_logs_source on organization_activity_logs (organization_id, source_id, created_at desc, id desc);
alter table organization_activity_logs enable row level security;
alter table organization_activity_logs force row level security;
create policy own_organization on organization_activity_logs for select to pokpong_app
  using (organization_id = (select w.organization_id from workspaces w where w.id = current_workspace()));
-- No role may write it: this is for the functions below.
create policy keeps on organization_activity_logs for insert to pokpong_system with check (true);
grant select on organization_activity_logs to pokpong_app;

-- ── Deleting ──────────────────────────────────────────────────────────────────────────────────────
-- Begins it: from now on nobody can undo it. False when it was undone, is not due, or is done.
create function start_workspace_deletion(p_workspace uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update workspace_deletions set started_at = coalesce(started_at, p_now)
  where id = p_workspace and due_at <= p_now and finished_at is null;
  return found;
end $$;

-- Tables and partitions with rows of a workspace, each before those that it refers to.
create function workspace_relations() returns table (relation regclass)
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  with recursive owned as (
    select c.oid, coalesce((select inhparent from pg_inherits where inhrelid = c.oid), c.oid) as root from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped)
  ), reference as (
    select distinct conrelid as child, confrelid as parent from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid <> confrelid
  ), depth (root, place) as (
    select root, 0 from owned
    union
    select reference.parent, depth.place + 1 from depth join reference on reference.child = depth.root
  ) cycle root set looped using path
  select owned.oid::regclass from owned join (select root, max(place) as place from depth where not looped group by root) as last using (root)
  order by last.place, owned.oid;
end;

-- Counts what there is to remove.
create function count_workspace_rows(p_workspace uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target regclass;
  part bigint;
  total bigint := 0;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  for target in select relation from workspace_relations() loop
    execute format('select count(*) from %s where workspace_id = $1', target) into part using p_workspace;
    total := total + part;
  end loop;
  return total;
end $$;

-- Moves at most `p_limit` lines of the log of a workspace that is being deleted into its organisation's. Answers how
-- many.
create function keep_activity_logs(p_workspace uuid, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin record;
  moved integer;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  select organization_id, name into origin from workspace_deletions where id = p_workspace and started_at is not null and finished_at is null;
  if not found then return 0; end if;
  with gone as (
    delete from activity_logs where workspace_id = p_workspace
      and id = any (array(select id from activity_logs where workspace_id = p_workspace limit p_limit))
    returning id, module, event, entity, entity_id, actor_id, subject, changes, created_at
  ), named as (
    select g.*, array[g.actor_id] || case when g.entity = 'personnel' then array[g.entity_id] else '{}' end || array(
      select (change ->> side)::uuid
      from jsonb_array_elements(case jsonb_typeof(g.changes) when 'array' then g.changes else '[]' end) as change, unnest(array['old', 'new']) as side
      where change ->> 'field' like '%PersonnelId' and change ->> side ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as ids
    from gone g
  )
  insert into organization_activity_logs (organization_id, id, source_id, source_name, module, event, entity, entity_id, actor_id, subject, changes, people, created_at)
  select origin.organization_id, n.id, p_workspace, origin.name, n.module, n.event, n.entity, n.entity_id, n.actor_id, n.subject, n.changes,
    (select coalesce(jsonb_object_agg(p.id, p.name), '{}') from personnel p where p.workspace_id = p_workspace and p.id = any (n.ids)),
    n.created_at
  from named n;
  get diagnostics moved = row_count;
  if moved > 0 then
    update workspace_deletions set rows_removed = rows_removed + moved where id = p_workspace;
  end if;
  return moved;
end $$;

-- Removes at most `p_limit` rows of a workspace that is being deleted, from the table at `p_place` (from 0) on. Answers
-- how many, and the place to go on from; null once the last table is empty.
create function remove_workspace_rows(p_workspace uuid, p_place integer, p_limit integer, out removed integer, out place integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  targets regclass[];
  gone integer;
begin
  removed := 0;
  perform set_config('app.workspace_id', p_workspace::text, true);
  if not exists (select from workspace_deletions where id = p_workspace and started_at is not null and finished_at is null) then return; end if;
  if exists (select from activity_logs where workspace_id = p_workspace) then raise exception 'the activity log has not been kept yet'; end if;
  targets := array(select relation from workspace_relations());
  for index in p_place + 1 .. cardinality(targets) loop
    execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where workspace_id = $1 limit $2))', targets[index])
      using p_workspace, p_limit - removed;
    get diagnostics gone = row_count;
    removed := removed + gone;
    if removed >= p_limit then
      place := index - 1;
      exit;
    end if;
  end loop;
  if removed > 0 then
    update workspace_deletions set rows_removed = rows_removed + removed where id = p_workspace;
  end if;
end $$;

-- Ends it, once nothing but the workspace itself is left; `p_line`: id of the line in the organisation's log that says
-- so. Answers false when it had ended before.
create function finish_workspace_deletion(p_workspace uuid, p_line uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin record;
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
  return true;
end $$;

-- Nobody deletes a workspace any other way.
revoke delete on workspaces from pokpong_app;
revoke execute on function forget_user_consents from pokpong_app;
revoke all on function closed_workspaces, start_workspace_deletion, workspace_relations, count_workspace_rows, keep_activity_logs, remove_workspace_rows, finish_workspace_deletion from public;
grant execute on function closed_workspaces, start_workspace_deletion, count_workspace_rows, keep_activity_logs, remove_workspace_rows, finish_workspace_deletion to pokpong_system;
