-- A row that waits for its job without having one is given another (server/platform/jobs/lostJobs.ts), as exports and
-- imports are: the builds of answers, searches for a data subject's records, mailings of notices, replacements of keys.
grant select (workspace_id, id, status, released_at) on request_answers to pokpong_system;
create policy jobs on request_answers for select to pokpong_system using (status in ('QUEUED', 'BUILDING'));
create index request_answers_being_built on request_answers (released_at) where status in ('QUEUED', 'BUILDING');

grant select (workspace_id, id, status, created_at) on request_gatherings to pokpong_system;
create policy jobs on request_gatherings for select to pokpong_system using (status in ('QUEUED', 'RUNNING'));
create index request_gatherings_at_work on request_gatherings (created_at) where status in ('QUEUED', 'RUNNING');

grant select (workspace_id, id, started_at, ended_at) on privacy_notice_mailings to pokpong_system;
create policy jobs on privacy_notice_mailings for select to pokpong_system using (ended_at is null);
create index privacy_notice_mailings_open on privacy_notice_mailings (started_at) where ended_at is null;

grant select (workspace_id, id, started_at, finished_at) on key_rotations to pokpong_system;
create policy jobs on key_rotations for select to pokpong_system using (finished_at is null);
create index key_rotations_open on key_rotations (started_at) where finished_at is null;
