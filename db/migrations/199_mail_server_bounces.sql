-- Where mails that could not be delivered are returned to (the sender of the envelope, RFC 5321); none: the sender.
alter table mail_servers add column bounce_address text not null default '';
