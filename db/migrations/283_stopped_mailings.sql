-- Mails of a notification that wait to be written can be stopped: they become failed ones, which nobody has settled, so
-- that its data subjects are outstanding again. Who stopped them stands in the activity log.
alter table incident_notifications
  add column stopped_at timestamptz,
  add column stop_reason text not null default '';
