-- Since when an account belongs to no workspace, as the retention of accounts found it; it is deleted 30 days later.
alter table users add column memberless_since timestamptz;
create index users_memberless on users (memberless_since) where memberless_since is not null;
