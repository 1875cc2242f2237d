-- Published privacy notices have a clock for their review and one for the day on which their next version is in force,
-- those that were published before too.
insert into deadline_kinds values ('privacyNotice.review'), ('privacyNotice.effective') on conflict do nothing;
alter table privacy_notices no force row level security;
alter table privacy_notice_versions no force row level security;
alter table deadlines no force row level security;
-- Of what has passed by now the newest is notified; the alarm plans the next.
insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, alert_hours, fires_at)
select workspace_id, gen_random_uuid(), 'privacyNotice.review', id, least(updated_at, due_at), due_at, array[720, 168, 24],
       greatest(now(), due_at - interval '720 hours')
  from (select workspace_id, id, updated_at, (review_on::timestamp + interval '1 day' - interval '1 second') at time zone 'Asia/Bangkok' as due_at
          from privacy_notices where published_version > 0 and review_on is not null and not withdrawn) published
on conflict (workspace_id, kind, subject_id) do nothing;
insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, alert_hours, fires_at)
select workspace_id, gen_random_uuid(), 'privacyNotice.effective', id, least(published_at, due_at), due_at, array[]::integer[],
       due_at + interval '1 second'
  from (select n.workspace_id, n.id, v.published_at, (v.effective_on::timestamp - interval '1 second') at time zone 'Asia/Bangkok' as due_at
          from privacy_notices n
          join privacy_notice_versions v
            on (v.workspace_id, v.privacy_notice_id, v.version) = (n.workspace_id, n.id, n.published_version)
         where not n.withdrawn) newest
 where due_at > now()
on conflict (workspace_id, kind, subject_id) do nothing;
alter table deadlines force row level security;
alter table privacy_notice_versions force row level security;
alter table privacy_notices force row level security;
