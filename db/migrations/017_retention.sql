-- How long a workspace keeps what grows without end, and indexes for what deletes follow (docs/decisions/032).

-- Months; null: for good.
alter table workspaces
  add column activity_months integer check (activity_months between 3 and 240),
  add column consent_months integer check (consent_months between 12 and 240);

-- What retention has to look at: a row for each workspace, and for each form of consent, with a limit.
create function retention_rules() returns table (workspace_id uuid, consent_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  target record;
begin
  for target in select id, activity_months, consent_months from workspaces where activity_months is not null or consent_months is not null order by id loop
    if target.activity_months is not null then
      workspace_id := target.id; consent_id := null;
      return next;
    end if;
    if target.consent_months is not null then
      perform set_config('app.workspace_id', target.id::text, true);
      return query select c.workspace_id, c.id from consents c where c.workspace_id = target.id order by c.id;
    end if;
  end loop;
end $$;

-- Removes at most `p_limit` lines of the activity log from before the day (Bangkok's) at which the workspace's limit
-- ends, oldest first, with what was counted of those days. Answers how many.
create function expire_activity_logs(p_workspace uuid, p_now timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  months integer;
  first_day date;
  removed integer;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  select activity_months into months from workspaces where id = p_workspace;
  if months is null then return 0; end if;
  first_day := (p_now at time zone 'Asia/Bangkok' - make_interval(months => months))::date;
  delete from activity_counts where workspace_id = p_workspace and day < first_day;
  delete from activity_logs where workspace_id = p_workspace and id = any (array(
    select id from activity_logs where workspace_id = p_workspace and created_at < first_day::timestamp at time zone 'Asia/Bangkok'
    order by created_at limit p_limit));
  get diagnostics removed = row_count;
  return removed;
end $$;

-- Removes submissions of one form up to `p_until`, but for what each data subject chose last: of the `p_limit` that
-- come after the id `p_after`. Their receipts go with them, and every count follows. Answers how many went, and the id
-- to go on after; null at the end.
create function remove_user_consents(p_workspace uuid, p_consent uuid, p_until uuid, p_after uuid, p_limit integer, out removed integer, out last uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  head uuid;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  -- Whoever writes submissions of the form holds this row.
  select block into head from consent_counters where workspace_id = p_workspace and consent_id = p_consent for update;
  select count(*), case when count(*) = p_limit then (array_agg(id order by id desc))[1] end into removed, last from (
    select id from user_consents where workspace_id = p_workspace and consent_id = p_consent and id > p_after and id < p_until order by id limit p_limit) as looked_at;
  if removed = 0 then return; end if;

  with old as materialized (
    select c.id, c.uid, c.version, c.action, c.granted, c.changed, c.source_id
    from user_consents c
    where c.workspace_id = p_workspace and c.consent_id = p_consent and c.id > p_after and c.id < p_until and (last is null or c.id <= last)
      and not exists (select from consent_subjects s where s.workspace_id = p_workspace and s.uid = c.uid and s.consent_id = p_consent and s.user_consent_id = c.id)
  ), placed as materialized (
    select old.*, timezone(interval '7 hours', uuid_extract_timestamp(id))::date as day,
      coalesce((select b.block from consent_blocks b where b.workspace_id = p_workspace and b.consent_id = p_consent and b.block <= old.id order by b.block desc limit 1), '00000000-0000-0000-0000-000000000000') as block
    from old
  ), gone as (
    delete from user_consents where workspace_id = p_workspace and id = any (array(select id from placed))
  ), receipts as (
    delete from consent_receipts where workspace_id = p_workspace and user_consent_id = any (array(select id from placed))
  ), days as (
    update consent_days d set submissions = d.submissions - o.n, granted = add_counts(d.granted, o.granted)
    from (select day, version, action, changed, source_id, count(*) as n, sum_counts(count_bits(granted, -1)) as granted from placed group by 1, 2, 3, 4, 5) as o
    where d.workspace_id = p_workspace and d.consent_id = p_consent and (d.day, d.version, d.action, d.changed, d.source_id) = (o.day, o.version, o.action, o.changed, o.source_id)
  ), blocks as (
    update consent_blocks b set submissions = b.submissions - o.n, granted = add_counts(b.granted, o.granted)
    from (select block, version, action, changed, source_id, count(*) as n, sum_counts(count_bits(granted, -1)) as granted from placed group by 1, 2, 3, 4, 5) as o
    where b.workspace_id = p_workspace and b.consent_id = p_consent and (b.block, b.version, b.action, b.changed, b.source_id) = (o.block, o.version, o.action, o.changed, o.source_id)
  ), subjects as (
    update consent_subjects s set submissions = s.submissions - o.n
    from (select uid, count(*)::integer as n from placed group by uid) as o
    where s.workspace_id = p_workspace and s.uid = o.uid and s.consent_id = p_consent
  ), counters as (
    update consent_counters c set submissions = c.submissions - o.n, block_size = c.block_size - o.in_block
    from (select count(*) as n, count(*) filter (where block = head) as in_block from placed) as o
    where c.workspace_id = p_workspace and c.consent_id = p_consent
  )
  select count(*) into removed from placed;
  delete from consent_days where workspace_id = p_workspace and consent_id = p_consent and submissions = 0;
  delete from consent_blocks where workspace_id = p_workspace and consent_id = p_consent and submissions = 0;
end $$;

-- The same from before the day at which the workspace's limit ends.
create function expire_user_consents(p_workspace uuid, p_consent uuid, p_now timestamptz, p_after uuid, p_limit integer, out removed integer, out last uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  months integer;
  first_day date;
begin
  removed := 0;
  perform set_config('app.workspace_id', p_workspace::text, true);
  select consent_months into months from workspaces where id = p_workspace;
  if months is null then return; end if;
  first_day := (p_now at time zone 'Asia/Bangkok' - make_interval(months => months))::date;
  select r.removed, r.last into removed, last
  from remove_user_consents(p_workspace, p_consent, uuid_at(first_day::timestamp at time zone 'Asia/Bangkok'), p_after, p_limit) as r;
end $$;

grant delete on consent_days, consent_receipts to pokpong_ingest;
grant select (workspace_id, user_consent_id) on consent_receipts to pokpong_ingest;
create policy ingest on consent_receipts for all to pokpong_ingest using (workspace_id = (select current_workspace()));
grant create on schema public to pokpong_ingest;
alter function remove_user_consents owner to pokpong_ingest;
revoke create on schema public from pokpong_ingest;
revoke all on function retention_rules, expire_activity_logs, remove_user_consents, expire_user_consents from public;
grant execute on function retention_rules, expire_activity_logs, expire_user_consents to pokpong_system;

-- ── Indexes that deletes follow ───────────────────────────────────────────────────────────────────
create index user_identities_user on user_identities (user_id);
create index password_resets_user on password_resets (user_id);
create index invitations_personnel on invitations (workspace_id, personnel_id);
create index mails_workspace on mails (workspace_id) where workspace_id is not null;
create index data_flows_application_purpose on data_flows (workspace_id, application_id, purpose_id);
create index imports_consent on imports (workspace_id, consent_id) where consent_id is not null;
create index consent_receipts_form on consent_receipts (workspace_id, consent_id);
create index editors_personnel on editors (workspace_id, personnel_id);
create index approval_defaults_personnel on approval_defaults (workspace_id, personnel_id);
create index approval_mails_personnel on approval_mails (workspace_id, personnel_id);
