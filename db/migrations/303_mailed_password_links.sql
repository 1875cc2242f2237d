-- Whether a link for a new password went out by mail: one that an operator printed proves no address.
alter table password_resets add column mailed boolean not null default false;
