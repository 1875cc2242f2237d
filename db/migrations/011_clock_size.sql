-- Clocks at size, and absences that are told of when they end.

-- Open clocks of incidents by their due moment: the bell counts them in the index alone.
drop index deadlines_open;
create index deadlines_open on deadlines (workspace_id, due_at) where kind = 'incident.authority' and ended_at is null and stopped_at is null;
-- Settings move all clocks of a workspace at once; what they leave behind is swept up soon after.
alter table deadlines set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- An absence that is on waits for its end, as those will that begin from now on.
insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, fires_at)
select workspace_id, gen_random_uuid(), 'approval.absence', id, from_at, until_at, until_at + interval '1 second'
  from approval_absences where ended_at is null and from_at <= now() and until_at > now()
on conflict (workspace_id, kind, subject_id) do nothing;
