-- Mails with a link that opens an account: the global mail server alone carries them, since whoever manages the server
-- of a workspace can read what goes through it. They wait apart from the other mails of their workspace.
alter table mails add column opens_account boolean not null default false;
alter table mails no force row level security;
update mails set opens_account = true where kind = 'invitation' and status in ('waiting', 'kept');
alter table mails force row level security;
drop index mails_lanes;
create index mails_lanes on mails ((coalesce(workspace_id, '00000000-0000-0000-0000-000000000000')), (coalesce(quota, '')), while_closed, opens_account, next_try_at)
  where status = 'waiting';
