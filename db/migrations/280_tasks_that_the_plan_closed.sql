-- A task that was closed because the published record of processing, or the chosen groups, no longer asked for it is
-- proposed again once they do; one that a person found unnecessary stays closed. Of tasks closed until now the two are
-- not distinguished: they are proposed again, since data that nobody looks for is the greater harm.
alter table request_tasks add column dropped boolean not null default false;

alter table request_tasks no force row level security;
update request_tasks set dropped = true where proposed and status = 'NOT_NEEDED';
alter table request_tasks force row level security;
