-- A link that has expired, or word of a deadline that has long passed, is not sent once a mail server is set up.
alter table mails add column useful_until timestamptz;
create index mails_outdated on mails (useful_until) where status = 'waiting' and useful_until is not null;
