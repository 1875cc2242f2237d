-- `countedMany`: a mail to many that was counted as it was written, such as that of a large notification of an incident.
-- It takes nothing of its workspace's day as it goes out, and waits for the next one once the mail server of the workspace
-- has reached its daily limit. Checked for stored rows by the next migration, while mails are written.
alter table mails drop constraint mails_quota_check, add constraint mails_quota_check
  check (quota in ('many', 'urgent', 'counted', 'countedMany')) not valid;
