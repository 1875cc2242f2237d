-- Failures are removed after a year.
create index mail_server_failures_age on mail_server_failures (last_at);
