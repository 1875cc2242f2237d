-- Breach incidents: the report, its life, the risk as decided, what was told to whom, and the counts of the dashboard.

create table incident_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- The statutory numbers, as the organisation's lawyer reads the act (PDPA section 37(4)).
  authority_hours integer not null default 72 check (authority_hours between 1 and 720),
  basis text not null default 'creation' check (basis in ('creation', 'awareness')),
  alert_hours integer[] not null default '{24,1}',
  -- Anybody who has the link may report, when this is on.
  public_form boolean not null default false,
  public_token text unique,
  row_version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  foreign key (workspace_id, updated_by) references personnel
);
grant select, insert, update on incident_settings to pokpong_app;
call wall('incident_settings');
-- A link names no workspace: it is found by its token, and nothing else of it is seen.
grant select (workspace_id, public_token, public_form) on incident_settings to pokpong_system;
create policy links on incident_settings for select to pokpong_system using (public_form and public_token is not null);

create table incidents (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  number integer not null,                -- counted in the workspace, from 1
  title text not null,
  source text not null check (source in ('MANUAL_REPORT', 'DETECTION', 'ASSESSMENT')),
  status text not null default 'WAITING' check (status in ('WAITING', 'PENDING', 'ACTIVE', 'RESPONDED', 'RESOLVED', 'REJECTED')),
  reporter bytea not null,                -- sealed: first and last name, phone, email
  reporter_id uuid,                       -- null: reported by the public form
  assignee_id uuid,
  cause text not null default 'UNKNOWN' check (cause in ('HUMAN_ERROR', 'MISDELIVERY', 'PHISHING', 'MALWARE', 'HACKING', 'INSIDER', 'LOST_OR_STOLEN', 'SYSTEM_FAILURE', 'THIRD_PARTY', 'OTHER', 'UNKNOWN')),
  breach_kinds text[] not null default '{}' check (breach_kinds <@ array['CONFIDENTIALITY', 'INTEGRITY', 'AVAILABILITY']),
  discovered_at timestamptz not null,     -- when somebody became aware of it
  occurred_at timestamptz not null,
  description text not null default '',
  affected_systems text not null default '', -- in the words of a reporter who does not know the record
  actions_taken text not null default '',
  consequences text not null default '',  -- likely ones, for the authority
  attachment_id uuid,
  subject_count bigint,                   -- null while it is not known
  record_count bigint,
  sensitive boolean not null default false,
  risk_level text check (risk_level in ('NO_RISK', 'POSSIBLE_RISK', 'HIGH_RISK')),
  risk_description text not null default '',
  resolution text not null default '',
  late_reason text not null default '',   -- why the authority was told after the deadline
  submitted_at timestamptz,
  accepted_at timestamptz,
  contained_at timestamptz,               -- of the newest containment activity
  authority_notified_at timestamptz,
  subjects_notified_at timestamptz,
  notified_late boolean not null default false,
  responded_at timestamptz,
  resolved_at timestamptz,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, number),
  check (occurred_at <= discovered_at),
  -- Years that somebody can have meant, as `moment` of shared/incident.ts.
  check (occurred_at >= '1900-01-01 00:00:00+00' and discovered_at < '2200-01-01 00:00:00+00'),
  foreign key (workspace_id, reporter_id) references personnel,
  foreign key (workspace_id, assignee_id) references personnel,
  foreign key (workspace_id, attachment_id) references files,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
-- With what lists filter by, so that leafing through any of them reads the index alone.
create index incidents_updated on incidents (workspace_id, updated_at, id) include (created_at, status, risk_level, cause);
create index incidents_created on incidents (workspace_id, created_at, id);
create index incidents_discovered on incidents (workspace_id, discovered_at, id);
create index incidents_title on incidents (workspace_id, (left(title, 200)) collate thai, id);
create index incidents_status on incidents (workspace_id, status, updated_at, id);
create index incidents_risk on incidents (workspace_id, risk_level, updated_at, id);
create index incidents_cause on incidents (workspace_id, cause, updated_at, id);
create index incidents_reporter on incidents (workspace_id, reporter_id, updated_at, id);
create index incidents_attachment on incidents (workspace_id, attachment_id) where attachment_id is not null;
create index incidents_assignee on incidents (workspace_id, assignee_id, updated_at, id);
-- Whom the risk asks to be told and who was not yet: few, whatever the number of incidents.
create index incidents_owed_authority on incidents (workspace_id, updated_at, id) where risk_level in ('POSSIBLE_RISK', 'HIGH_RISK') and authority_notified_at is null;
create index incidents_owed_subjects on incidents (workspace_id, updated_at, id) where risk_level = 'HIGH_RISK' and subjects_notified_at is null;
grant select, insert, update on incidents to pokpong_app;
call wall('incidents');
call searchable('incidents', $$number::text || ' ' || title$$);

-- What of the record it concerns. A record that is deleted later leaves its name here: the incident is evidence.
create table incident_links (
  workspace_id uuid not null,
  incident_id uuid not null,
  kind text not null check (kind in ('application', 'purpose', 'piiCategory', 'dataSubjectGroup')),
  position smallint not null,
  application_id uuid,
  purpose_id uuid,
  pii_category_id uuid,
  catalogue_item_id uuid,
  name_th text not null,
  name_en text not null,
  primary key (workspace_id, incident_id, kind, position),
  check (num_nonnulls(application_id, purpose_id, pii_category_id, catalogue_item_id) <= 1),
  foreign key (workspace_id, incident_id) references incidents on delete cascade,
  foreign key (workspace_id, application_id) references applications on delete set null (application_id),
  foreign key (workspace_id, purpose_id) references purposes on delete set null (purpose_id),
  foreign key (workspace_id, pii_category_id) references pii_categories on delete set null (pii_category_id),
  foreign key (workspace_id, catalogue_item_id) references catalogue_items on delete set null (catalogue_item_id)
);
create index incident_links_application on incident_links (workspace_id, application_id) where application_id is not null;
create index incident_links_purpose on incident_links (workspace_id, purpose_id) where purpose_id is not null;
create index incident_links_pii_category on incident_links (workspace_id, pii_category_id) where pii_category_id is not null;
create index incident_links_catalogue_item on incident_links (workspace_id, catalogue_item_id) where catalogue_item_id is not null;
grant select, insert, update, delete on incident_links to pokpong_app;
call wall('incident_links');

create table incident_activities (
  workspace_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  phase text not null check (phase in ('CONTAINMENT', 'ERADICATION', 'RECOVERY_ACTIVITIES')),
  at timestamptz not null,
  detail text not null,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, incident_id) references incidents on delete cascade,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index incident_activities_incident on incident_activities (workspace_id, incident_id, at, id);
grant select, insert, update, delete on incident_activities to pokpong_app;
call wall('incident_activities');

-- Every step of an incident's life, for good.
create table incident_moves (
  workspace_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  action text not null,
  from_status text not null,
  to_status text not null,
  reason text not null default '',
  by uuid,                                -- null: the public form
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, incident_id) references incidents on delete cascade,
  foreign key (workspace_id, by) references personnel
);
create index incident_moves_incident on incident_moves (workspace_id, incident_id, at, id);
grant select, insert on incident_moves to pokpong_app;
call wall('incident_moves');

-- The risk as decided each time, with what it was decided by, for good: evidence where nobody is told.
create table incident_decisions (
  workspace_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  risk_level text not null check (risk_level in ('NO_RISK', 'POSSIBLE_RISK', 'HIGH_RISK')),
  description text not null,
  factors jsonb not null default '[]',    -- noRiskFactor of shared/incident.ts
  severity jsonb,                         -- severityAnswers of shared/severity.ts with their working; null: not calculated
  by uuid,
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, incident_id) references incidents on delete cascade,
  foreign key (workspace_id, by) references personnel
);
create index incident_decisions_incident on incident_decisions (workspace_id, incident_id, at, id);
grant select, insert on incident_decisions to pokpong_app;
call wall('incident_decisions');

create table incident_notifications (
  workspace_id uuid not null,
  id uuid not null,
  incident_id uuid not null,
  recipient_group text not null check (recipient_group in ('TOP_MANAGEMENT', 'DATA_PROTECTION_AUTHORITY', 'DATA_SUBJECT', 'INTERESTED_PARTY', 'PUBLIC_MEDIA')),
  report text not null default 'FIRST' check (report in ('FIRST', 'SUPPLEMENT')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SENT')),
  channel text not null check (channel in ('SMS', 'EMAIL', 'WEBSITE', 'OTHER')),
  locale text not null check (locale in ('th', 'en')),
  recipients bytea not null,              -- sealed: who was told, by name and address
  recipient_count integer not null default 0,
  subject text not null default '',
  opinion text not null default '',
  message text not null default '',
  notified_at timestamptz,                -- date and time of telling, as recorded
  attachment_id uuid,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_by uuid,
  sent_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, incident_id) references incidents on delete cascade,
  foreign key (workspace_id, attachment_id) references files,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel,
  foreign key (workspace_id, sent_by) references personnel
);
create index incident_notifications_attachment on incident_notifications (workspace_id, attachment_id) where attachment_id is not null;
create index incident_notifications_incident on incident_notifications (workspace_id, incident_id, created_at, id);
grant select, insert, update, delete on incident_notifications to pokpong_app;
call wall('incident_notifications');

-- One mail of a notification. Its state is written by whoever sends it.
create table incident_deliveries (
  workspace_id uuid not null,
  mail_id uuid not null,
  incident_id uuid not null,
  notification_id uuid not null,
  position integer not null,              -- of the address among the recipients
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  error text,
  settled_at timestamptz,
  primary key (workspace_id, mail_id),
  foreign key (workspace_id, notification_id) references incident_notifications on delete cascade
);
create index incident_deliveries_notification on incident_deliveries (workspace_id, notification_id, position);
create index incident_deliveries_mail on incident_deliveries (mail_id);
grant select, insert on incident_deliveries to pokpong_app;
call wall('incident_deliveries');
grant select (workspace_id, mail_id, incident_id, state, error), update (state, error, settled_at) on incident_deliveries to pokpong_system;
create policy posts on incident_deliveries to pokpong_system using (true) with check (true);
-- It also tells those who look at the notification.
grant insert on outbox to pokpong_system;
create policy posts on outbox for insert to pokpong_system with check (event = 'incidentNotification.delivered');

-- ── Counts ────────────────────────────────────────────────────────────────────────────────────────
-- Of a month (Bangkok's, of creation), so that a dashboard costs months and not incidents. Kept by the triggers below.
create table incident_months (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null,
  status text not null,
  risk text not null,                     -- '' while it is not decided
  cause text not null,
  incidents bigint not null default 0,
  contained bigint not null default 0,    -- and the seconds from awareness until then, summed
  contain_seconds bigint not null default 0,
  notified bigint not null default 0,     -- the authority; seconds from awareness until then
  notify_seconds bigint not null default 0,
  late bigint not null default 0,
  primary key (workspace_id, month, status, risk, cause)
);
grant select, insert, update on incident_months to pokpong_app;
call wall('incident_months');

create table incident_application_months (
  workspace_id uuid not null,
  application_id uuid not null,
  month date not null,
  incidents bigint not null default 0,
  primary key (workspace_id, application_id, month),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create index incident_application_months_month on incident_application_months (workspace_id, month);
grant select, insert, update on incident_application_months to pokpong_app;
call wall('incident_application_months');

create function incident_month(at timestamptz) returns date language sql immutable parallel safe
  return date_trunc('month', at at time zone 'Asia/Bangkok')::date;

-- What was and what is are counted by one statement in the order of the counters' key: two incidents that change places
-- at once then wait for each other's counters in one order, and never for each other.
create function count_incidents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.risk_level, old.cause, old.contained_at, old.authority_notified_at, old.discovered_at, old.notified_late)
     is not distinct from (new.status, new.risk_level, new.cause, new.contained_at, new.authority_notified_at, new.discovered_at, new.notified_late) then
    return null;
  end if;
  insert into incident_months as m (workspace_id, month, status, risk, cause, incidents, contained, contain_seconds, notified, notify_seconds, late)
  select
    one.workspace_id, incident_month(one.created_at), one.status, coalesce(one.risk_level, ''), one.cause, sum(delta),
    coalesce(sum(delta) filter (where one.contained_at is not null), 0),
    coalesce(sum(delta * greatest(0, extract(epoch from one.contained_at - one.discovered_at))::bigint) filter (where one.contained_at is not null), 0),
    coalesce(sum(delta) filter (where one.authority_notified_at is not null), 0),
    coalesce(sum(delta * greatest(0, extract(epoch from one.authority_notified_at - one.discovered_at))::bigint) filter (where one.authority_notified_at is not null), 0),
    coalesce(sum(delta) filter (where one.notified_late), 0)
  from unnest(case when tg_op = 'UPDATE' then array[new, old] else array[new] end) with ordinality as one
  cross join lateral (select case one.ordinality when 1 then 1 else -1 end as delta) as d
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, month, status, risk, cause) do update set
    incidents = m.incidents + excluded.incidents,
    contained = m.contained + excluded.contained,
    contain_seconds = m.contain_seconds + excluded.contain_seconds,
    notified = m.notified + excluded.notified,
    notify_seconds = m.notify_seconds + excluded.notify_seconds,
    late = m.late + excluded.late;
  return null;
end $$;
create trigger count_incidents after insert or update on incidents for each row execute function count_incidents();

-- A statement's links at once, in the order of the counters' key.
create function count_incident_applications() returns trigger language plpgsql as $$
begin
  insert into incident_application_months as m (workspace_id, application_id, month, incidents)
  select l.workspace_id, l.application_id, incident_month(i.created_at), count(*) * case tg_op when 'DELETE' then -1 else 1 end
  from links l join incidents i on i.workspace_id = l.workspace_id and i.id = l.incident_id
  where l.application_id is not null
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (workspace_id, application_id, month) do update set incidents = m.incidents + excluded.incidents;
  return null;
end $$;
-- A deleted application takes its counts along; its links lose it without a change of anybody else's count.
create trigger count_added_applications after insert on incident_links referencing new table as links for each statement execute function count_incident_applications();
create trigger count_removed_applications after delete on incident_links referencing old table as links for each statement execute function count_incident_applications();
