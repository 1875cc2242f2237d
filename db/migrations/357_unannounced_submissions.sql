-- Submissions that come within a quarter of an hour after an announcement are announced when it is over: until now the
-- last ones of a form stayed silent until somebody submitted again (docs/decisions/017).

-- Whether there are any; it changes twice in a quarter of an hour, so that most batches write to no index.
alter table consent_counters add column unannounced boolean not null default false;
create index consent_counters_unannounced on consent_counters (workspace_id, consent_id) where unannounced;

-- Has open screens refreshed and people notified, where that is due: once a second and once in a quarter of an hour are
-- enough. Answers the event, null where none is due. Separate because most batches announce nothing.
create or replace function announce_submissions(p_head consent_counters, p_now timestamptz, p_activity uuid) returns text
language plpgsql as $$
declare
  event text;
  due constant boolean := p_head.notified_at < p_now - interval '15 minutes';
begin
  if p_head.unannounced = due then
    update consent_counters set unannounced = not due
    where workspace_id = p_head.workspace_id and consent_id = p_head.consent_id;
  end if;
  if due then
    event := 'userConsent.received';
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, actor_id, subject, created_at)
    select workspace_id, p_activity, 'UserConsent', 'userConsent.received', 'userConsent', id, null, name, p_now
    from consents where workspace_id = p_head.workspace_id and id = p_head.consent_id;
  elsif p_head.refreshed_at < p_now - interval '1 second' or p_head.refreshed_at > p_now + interval '1 minute' then
    event := 'userConsent.counted';
  else
    return null;
  end if;
  insert into outbox (workspace_id, event, entity, entity_id, created_at)
  values (p_head.workspace_id, event, 'userConsent', p_head.consent_id, p_now);
  return event;
end $$;

-- Announces the submissions of a form that wait for it, once the quarter of an hour is over. Answers whether it did.
create function announce_waiting_submissions(p_workspace uuid, p_consent uuid, p_now timestamptz, p_activity uuid)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head consent_counters%rowtype;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  -- Whoever writes submissions of the form holds this row, and may have announced them meanwhile.
  select * into head from consent_counters where workspace_id = p_workspace and consent_id = p_consent for update;
  if head.unannounced is not true or head.notified_at >= p_now - interval '15 minutes' then return false; end if;
  perform announce_submissions(head, p_now, p_activity);
  update consent_counters set notified_at = p_now, refreshed_at = p_now
  where workspace_id = p_workspace and consent_id = p_consent;
  return true;
end $$;

grant create on schema public to pokpong_ingest;
alter function announce_waiting_submissions owner to pokpong_ingest;
revoke create on schema public from pokpong_ingest;
revoke all on function announce_waiting_submissions from public;
grant execute on function announce_waiting_submissions to pokpong_system;

grant select (workspace_id, consent_id, notified_at, unannounced) on consent_counters to pokpong_system;
create policy announcing on consent_counters for select to pokpong_system using (unannounced);
