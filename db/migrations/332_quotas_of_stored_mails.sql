-- Mails stored before 331 are checked too; mails are written and sent meanwhile.
alter table mails validate constraint mails_quota_check;
