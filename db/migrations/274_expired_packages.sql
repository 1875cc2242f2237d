-- Packages of answers that are over are found across workspaces: few are at a time, however many workspaces there are.
drop index request_answers_expiry;
create index request_answers_expiry on request_answers (expires_at) where status = 'READY';
grant select (workspace_id, id, status, expires_at) on request_answers to pokpong_system;
create policy expiring on request_answers for select to pokpong_system using (status = 'READY');
