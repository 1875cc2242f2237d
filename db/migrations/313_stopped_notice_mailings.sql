-- A mailing about a version of a notice that was withdrawn, or followed by one that people are to be informed of: nobody
-- else is written to, and its mails that wait are ended before it has ended itself.
alter table privacy_notice_mailings add column stopped_at timestamptz;
