-- Uploads that nobody goes on with make room for others within the hour, and one address reserves only so much: what a
-- stranger announces and never sends kept the attachments of a form closed for a day.
alter table request_uploads
  add column progressed_at timestamptz not null default now(),  -- its last part, or its start
  add column sender text;                                       -- keyed hash of the form and the address; none of older ones
update request_uploads set progressed_at = created_at;
create index request_uploads_sender on request_uploads (workspace_id, sender);
drop index request_uploads_age;
create index request_uploads_age on request_uploads (progressed_at);

-- The system learns when an upload expires, and not of which file: the policy alone tells complete ones apart.
grant select (progressed_at) on request_uploads to pokpong_system;
drop policy sweeps on request_uploads;
create policy sweeps on request_uploads to pokpong_system
  using (progressed_at < now() - case when file_id is null then interval '30 minutes' else interval '1 day' end);
