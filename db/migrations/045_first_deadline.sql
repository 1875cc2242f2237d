-- An open clock of notifying the authority goes by the reading of PDPA section 37(4) that is due first: awareness of the
-- incident or creation of its record. Clocks that have ended are evidence and stay. The alarm plans anew what it fires.
-- The walls hold for the owner of the tables too.
alter table deadlines no force row level security;
alter table incidents no force row level security;
update deadlines d
   set started_at = t.start, due_at = t.start + (d.due_at - d.started_at),
       fired_until = case when d.fired_until is not null then least(now(), d.fired_until + (t.start - d.started_at)) end,
       fires_at = case when d.stopped_at is null then now() end
  from (select i.workspace_id, i.id, least(i.created_at, i.discovered_at) as start from incidents i
         where i.reporter_id is not null or i.accepted_at is not null) t
 where d.kind = 'incident.authority' and d.workspace_id = t.workspace_id and d.subject_id = t.id
   and d.ended_at is null and t.start < d.started_at;
alter table deadlines force row level security;
alter table incidents force row level security;
