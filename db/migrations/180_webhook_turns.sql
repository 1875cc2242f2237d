-- When a message was sent last, as its `webhook-timestamp` says.
alter table webhook_deliveries add column sent_at timestamptz;
-- Webhooks take turns: of each the messages that are due, the oldest first.
create index webhook_deliveries_turns on webhook_deliveries (workspace_id, webhook_id, next_at) where next_at is not null;
grant select (webhook_id, sending_until) on webhook_deliveries to pokpong_system;
grant select (workspace_id, id, state) on webhooks to pokpong_system;
