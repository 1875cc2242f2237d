-- When a mail was written in place of a failed one; null: it is the first to its address. Who is reached by it only is
-- notified from then on, not since the notification was sent first.
alter table mail_deliveries add column resent_at timestamptz;

-- Of before, those of reports to the authority, whose time is a deadline of the act: they have few addresses. A report
-- that had failed for all of them counts from when it was sent again already.
alter table incident_notifications no force row level security;
alter table mail_deliveries no force row level security;
update mail_deliveries d set resent_at = uuid_time(d.mail_id)
  from incident_notifications n
 where n.recipient_group = 'DATA_PROTECTION_AUTHORITY' and n.channel = 'EMAIL' and n.status = 'SENT'
   and d.workspace_id = n.workspace_id and d.batch_id = n.id and not d.superseded
   and uuid_time(d.mail_id) > n.notified_at + interval '1 minute'
   and exists (
     select from mail_deliveries f
      where f.workspace_id = d.workspace_id and f.batch_id = d.batch_id and f.position = d.position and f.superseded);
alter table incident_notifications force row level security;
alter table mail_deliveries force row level security;
