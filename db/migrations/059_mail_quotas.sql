-- Mails to people outside a workspace, and invitations, counted by day (docs/decisions/048). The limits are
-- configuration, unless the operator has set others for the workspace.
create table mail_quotas (
  workspace_id uuid primary key references workspaces on delete cascade,
  day date not null,                      -- in Thailand; on a later one the counts begin anew
  mails integer not null default 0,
  invitations integer not null default 0,
  mails_limit integer check (mails_limit >= 0), -- null: as configured
  recipients_limit integer check (recipients_limit >= 0),
  invitations_limit integer check (invitations_limit >= 0)
);
call wall('mail_quotas');
create policy operator on mail_quotas to pokpong_auth using (true) with check (true);
create policy waits on mail_quotas for select to pokpong_system using (true);
grant select, insert (workspace_id, day), update (day, mails, invitations) on mail_quotas to pokpong_app;
grant select, insert (workspace_id, day, mails_limit, recipients_limit, invitations_limit), update (mails_limit, recipients_limit, invitations_limit) on mail_quotas to pokpong_auth;
-- For whoever writes mails that wait: whose may go out.
grant select (workspace_id, day, mails, mails_limit) on mail_quotas to pokpong_system;
