-- Mails that a record keeps account of, of whichever module: `entity` and `entity_id` name the record as its events do,
-- `batch_id` what was sent to several addresses at once.
alter table incident_deliveries rename to mail_deliveries;
alter table mail_deliveries rename column incident_id to entity_id;
alter table mail_deliveries rename column notification_id to batch_id;
alter table mail_deliveries add column entity text not null default 'incidentNotification';
alter table mail_deliveries alter column entity drop default;
-- A batch is a record of its module; whoever removes one removes its mails.
alter table mail_deliveries drop constraint incident_deliveries_workspace_id_notification_id_fkey;
alter table mail_deliveries add foreign key (workspace_id) references workspaces on delete cascade;
alter table mail_deliveries rename constraint incident_deliveries_pkey to mail_deliveries_pkey;

alter index incident_deliveries_notification rename to mail_deliveries_batch;
alter index incident_deliveries_mail rename to mail_deliveries_mail;
alter index incident_deliveries_standing rename to mail_deliveries_standing;
alter index incident_deliveries_open rename to mail_deliveries_open;
alter index incident_deliveries_unwritten rename to mail_deliveries_unwritten;

grant select (entity) on mail_deliveries to pokpong_system;
