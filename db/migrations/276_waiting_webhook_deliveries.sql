-- What waits of a webhook, to make it due again when it is resumed: not by reading all deliveries of thirty days.
create index webhook_deliveries_waiting on webhook_deliveries (workspace_id, webhook_id) where status = 'waiting';
