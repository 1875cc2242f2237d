-- Notifications of incidents by the thousand, why one is late, and what became of mails that came back
-- (docs/decisions/029).

-- Why the authority is told late is kept with the draft. `failures_told`: failed mails of which a bell has rung.
-- `settled_at`: when none of its mails was waiting any more and what follows from that was written.
alter table incident_notifications
  add column late_reason text not null default '',
  add column failures_told integer not null default 0,
  add column settled_at timestamptz;

alter table incident_deliveries
  add column written boolean not null default true,      -- false: its mail is still to be written
  add column superseded boolean not null default false,  -- sent again since: a newer row tells of this address
  add column answer text check (answer in ('OTHERWISE', 'GIVEN_UP')),
  add column answer_reason text not null default '',
  add column answered_by uuid,
  add column answered_at timestamptz,
  add foreign key (workspace_id, answered_by) references personnel deferrable initially immediate,
  add check ((answer is null) = (answered_at is null));
update incident_deliveries d set superseded = true
where exists (select from incident_deliveries n where n.workspace_id = d.workspace_id and n.notification_id = d.notification_id and n.position = d.position and n.mail_id > d.mail_id);

-- One mail of an address stands at a time, whoever asks for another at the same moment.
create unique index incident_deliveries_standing on incident_deliveries (workspace_id, notification_id, position) where not superseded;
-- Whom a notification has not reached yet: none of them, and it is done.
create index incident_deliveries_open on incident_deliveries (workspace_id, notification_id) where not superseded and (state = 'waiting' or (state = 'failed' and answer is null));
create index incident_deliveries_unwritten on incident_deliveries (workspace_id, notification_id, position) where not written;

update incident_notifications n set settled_at = n.sent_at
where n.status = 'SENT' and n.channel = 'EMAIL' and not exists (
  select from incident_deliveries d where d.workspace_id = n.workspace_id and d.notification_id = n.id and not d.superseded and d.state = 'waiting');
create index incident_notifications_unsettled on incident_notifications (sent_at) where status = 'SENT' and channel = 'EMAIL' and settled_at is null;

grant update (written, superseded, state, error, settled_at, answer, answer_reason, answered_by, answered_at) on incident_deliveries to pokpong_app;
grant select (notification_id, written, superseded) on incident_deliveries to pokpong_system;
-- Which of them are done, not what they say or to whom.
grant select (workspace_id, id, incident_id, status, channel, sent_at, settled_at) on incident_notifications to pokpong_system;
create policy posts on incident_notifications for select to pokpong_system using (true);

-- Data subjects count as told once every mail has reached its address or was accounted for.
update incidents i set subjects_notified_at = null
where i.status <> 'RESOLVED' and i.subjects_notified_at is not null and exists (
  select from incident_notifications n join incident_deliveries d on d.workspace_id = n.workspace_id and d.notification_id = n.id
  where n.workspace_id = i.workspace_id and n.incident_id = i.id and n.recipient_group = 'DATA_SUBJECT' and n.report = 'FIRST' and not d.superseded and d.state in ('waiting', 'failed'));

-- The mark of what a search of incidents finds: it rises with every incident and every new title, so that a count holds
-- while it stays.
create table incident_marks (
  workspace_id uuid primary key references workspaces on delete cascade,
  changes bigint not null default 0
);
grant select, insert, update on incident_marks to pokpong_app;
call wall('incident_marks');

create function mark_incidents() returns trigger language plpgsql as $$
begin
  insert into incident_marks as m (workspace_id, changes) select distinct workspace_id, 1 from fresh order by 1
  on conflict (workspace_id) do update set changes = m.changes + 1;
  return null;
end $$;
create trigger mark_new after insert on incidents referencing new table as fresh for each statement execute function mark_incidents();

create function mark_renamed_incident() returns trigger language plpgsql as $$
begin
  insert into incident_marks as m (workspace_id, changes) values (new.workspace_id, 1)
  on conflict (workspace_id) do update set changes = m.changes + 1;
  return null;
end $$;
create trigger mark_renamed after update of title, number on incidents for each row when (old.search_text is distinct from new.search_text) execute function mark_renamed_incident();
