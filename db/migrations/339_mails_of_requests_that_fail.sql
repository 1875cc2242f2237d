-- When staff were notified that no mail of a notice arrived; null again once it is mailed again.
alter table request_notices add column undelivered_at timestamptz;
grant update (undelivered_at) on request_notices to pokpong_app;

-- The mails that have reminded somebody to confirm their request: those that still wait end once it is confirmed.
alter table request_links add column reminder_ids uuid[] not null default '{}';
