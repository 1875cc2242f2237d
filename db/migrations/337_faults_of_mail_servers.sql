-- Of each fault of a mail server its workspaces are notified: true until they are (docs/decisions/095).
alter table mail_server_failures add column unannounced boolean not null default false;
create index mail_server_failures_unannounced on mail_server_failures (organization_id, server_id) where unannounced;
