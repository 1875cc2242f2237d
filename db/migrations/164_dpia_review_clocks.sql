-- Published assessments have a clock for their review, those that were published before it too.
insert into deadline_kinds values ('dpia.review') on conflict do nothing;
alter table dpias no force row level security;
alter table deadlines no force row level security;
-- Of what has passed by now the newest is notified; the alarm plans the next.
insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, alert_hours, fires_at)
select workspace_id, gen_random_uuid(), 'dpia.review', id, least(updated_at, due_at), due_at, array[720, 168, 24],
       greatest(now(), due_at - interval '720 hours')
  from (select workspace_id, id, updated_at, (review_on::timestamp + interval '1 day' - interval '1 second') at time zone 'Asia/Bangkok' as due_at
          from dpias where published_version > 0 and review_on is not null) published
on conflict (workspace_id, kind, subject_id) do nothing;
alter table deadlines force row level security;
alter table dpias force row level security;
