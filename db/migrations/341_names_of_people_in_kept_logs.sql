-- The log of a deleted workspace keeps the names of all people whose ids its changes hold, in whichever field: assignees
-- and approvers were kept by id alone.

-- The function that moves the log (migration 319), in full.

-- Moves at most `p_limit` lines of the log of a workspace that is being deleted into its organisation's. Answers how
-- many.
create or replace function keep_activity_logs(p_workspace uuid, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  origin record;
  moved integer;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  select organization_id, name into origin from workspace_deletions
   where id = p_workspace and started_at is not null and finished_at is null;
  if not found then return 0; end if;
  with removed as (
    delete from activity_logs where workspace_id = p_workspace
      and id = any (array(select id from activity_logs where workspace_id = p_workspace limit p_limit))
    returning id, module, event, entity, entity_id, actor_id, subject, changes, program, created_at
  ), named as (
    select r.*, array[r.actor_id] || case when r.entity = 'personnel' then array[r.entity_id] else '{}' end || array(
      select (change ->> side)::uuid
      from jsonb_array_elements(case jsonb_typeof(r.changes) when 'array' then r.changes else '[]' end) as change,
        unnest(array['old', 'new']) as side
      where change ->> side ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as ids
    from removed r
  )
  insert into organization_activity_logs (organization_id, id, source_id, source_name, module, event, entity, entity_id,
    actor_id, subject, changes, program, people, created_at)
  select origin.organization_id, n.id, p_workspace, origin.name, n.module, n.event, n.entity, n.entity_id, n.actor_id,
    n.subject, n.changes, n.program,
    (select coalesce(jsonb_object_agg(p.id, p.name), '{}') from personnel p
      where p.workspace_id = p_workspace and p.id = any (n.ids)),
    n.created_at
  from named n;
  get diagnostics moved = row_count;
  if moved > 0 then
    update workspace_deletions set rows_removed = rows_removed + moved where id = p_workspace;
  end if;
  return moved;
end $$;
