-- Messages in progress, two of a webhook at most, are counted without those that wait; and the first that wait are found
-- without all others of their moment.
create index webhook_deliveries_sending on webhook_deliveries (workspace_id, webhook_id, sending_until) where sending_until is not null;
drop index webhook_deliveries_turns;
create index webhook_deliveries_turns on webhook_deliveries (workspace_id, webhook_id, next_at, id) where next_at is not null;

-- Messages of a paused webhook are not due: nodes look for due ones after every commit, and stop at once where there is none.
alter table webhooks no force row level security;
alter table webhook_deliveries no force row level security;
update webhook_deliveries d set next_at = null from webhooks w
 where w.workspace_id = d.workspace_id and w.id = d.webhook_id and w.state = 'paused' and d.next_at is not null;
alter table webhooks force row level security;
alter table webhook_deliveries force row level security;
