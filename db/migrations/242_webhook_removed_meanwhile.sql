-- A webhook that is removed while an event is written must not make the event fail: what caused it, such as a consent of
-- a data subject, would be refused for a reason that is none of its own. Planned again, it is no longer found.
create or replace function plan_webhook_deliveries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  for attempt in 1..3 loop
    begin
      insert into webhook_deliveries (workspace_id, id, webhook_id, event, entity, entity_id, occurred_at, next_at, until, created_at)
      select w.workspace_id, gen_random_uuid(), w.id, f.event, f.entity, f.entity_id, f.created_at, f.created_at, f.created_at + interval '3 days', f.created_at
        from fresh f join webhooks w on w.workspace_id = f.workspace_id and w.state = 'active' and f.event = any (w.events);
      return null;
    exception when foreign_key_violation then
      if attempt = 3 then raise; end if;
    end;
  end loop;
  return null;
end $$;
