-- A challenge on which a browser worked is good for one request.
alter table request_arrivals add column work bytea; -- random bytes of the challenge; null without proof of work
create unique index request_arrivals_work on request_arrivals (workspace_id, work) where work is not null;
