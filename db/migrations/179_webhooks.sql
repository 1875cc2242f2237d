-- Addresses of other systems that hear of events of a workspace (docs/decisions/097).
create table webhooks (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) between 1 and 1000),
  events text[] not null check (cardinality(events) > 0),
  secret bytea not null,                  -- sealed: by it the receiver checks who sent a message
  previous_secret bytea,                  -- sealed: the one before the last rotation
  previous_expires_at timestamptz,        -- until when messages are signed by that one too
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  failing_since timestamptz,              -- the first failure since the last message that was taken
  row_version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel
);
grant select, insert, update, delete on webhooks to pokpong_app;
call wall('webhooks');

-- What was sent or waits to be sent, one row an event and webhook.
create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  entity text not null,
  entity_id uuid not null,
  occurred_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz,                    -- when it is due; null: it has ended
  until timestamptz not null,             -- when it is given up
  sending_until timestamptz,              -- while it is one node's
  answer_status integer,                  -- of the last attempt; null: there was no answer
  answer bytea,                           -- sealed: the beginning of what was answered
  reason text,                            -- why there was no answer
  attempted_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_newest on webhook_deliveries (workspace_id, webhook_id, created_at desc, id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
grant select, insert, update on webhook_deliveries to pokpong_app;
grant select (workspace_id, id, next_at, created_at), delete on webhook_deliveries to pokpong_system;
call wall('webhook_deliveries');
create policy finds_due on webhook_deliveries for select to pokpong_system using (true);
create policy expires on webhook_deliveries for delete to pokpong_system using (true);
-- For the function below, which runs as the owner; the role itself is granted neither.
create policy listens on webhooks for select to pokpong_system using (true);
create policy plans on webhook_deliveries for insert to pokpong_system with check (true);

-- Whoever writes events plans their deliveries by the same statement: neither is there without the other.
create function plan_webhook_deliveries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into webhook_deliveries (workspace_id, id, webhook_id, event, entity, entity_id, occurred_at, next_at, until, created_at)
  select w.workspace_id, gen_random_uuid(), w.id, f.event, f.entity, f.entity_id, f.created_at, f.created_at, f.created_at + interval '3 days', f.created_at
    from fresh f join webhooks w on w.workspace_id = f.workspace_id and w.state = 'active' and f.event = any (w.events);
  return null;
end $$;
revoke all on function plan_webhook_deliveries from public;
create trigger outbox_webhooks after insert on outbox referencing new table as fresh
  for each statement execute function plan_webhook_deliveries();
