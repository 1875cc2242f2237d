-- Links of invitations that the server of a workspace may have carried end, as far as the workspace still has one: their
-- people are invited again.
alter table invitations no force row level security;
alter table mail_server_links no force row level security;
alter table mail_deliveries no force row level security;
update invitations i set expires_at = least(i.expires_at, now())
 where i.used_at is null
   and exists (select from mail_server_links l where l.workspace_id = i.workspace_id)
   and not exists (
     select from mail_deliveries d
      where d.workspace_id = i.workspace_id and d.batch_id = i.personnel_id and not d.superseded and d.state in ('waiting', 'kept'));
alter table invitations force row level security;
alter table mail_server_links force row level security;
alter table mail_deliveries force row level security;
