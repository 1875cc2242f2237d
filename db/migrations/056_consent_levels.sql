-- How a data subject is known when they choose, and what that is worth. A form takes submissions at one of three levels
-- (docs/decisions/047): of people who prove who they are by a token, of browsers that keep a signed handle, or of
-- whoever names a uid.

-- The level takes the place of the toggle; what was off stays as open as it was. Row-level security is forced, and the
-- owner of the schema need not be a superuser.
alter table consents no force row level security;
alter table consent_counters no force row level security;
update consents set settings = settings - 'jwtRequired' || jsonb_build_object('level', case when settings ->> 'jwtRequired' = 'true' then 'token' else 'open' end);

alter table user_consents
  add column known_by text,               -- token, browser, uid, link (a data subject's own page) or import; null: before it was noted
  add column browser uuid;                -- of a browser known by its handle: the first submission made with it

-- How it was known; from before it was noted, two ways show in the rest of the row.
create function known_by(noted text, import_id uuid, channel text) returns text language sql immutable parallel safe
  return coalesce(noted, case when import_id is not null then 'import' when channel = 'Withdrawal page' then 'link' end);

-- Keyed by the hash of a uid, or by the bytes of `user_consents.browser`: a browser chooses for itself alone.
alter table consent_subjects
  add column proved boolean not null default false; -- chose with a token at least once: a bare uid does not move it

alter table consent_counters
  add column proofs boolean not null default false,   -- somebody chose with a token
  add column browsers boolean not null default false, -- somebody chose with a handle
  -- What was chosen until then came with a token, before that was noted.
  add column proved_until timestamptz not null default '-infinity';
update consent_counters n set proved_until = now() from consents c
 where c.workspace_id = n.workspace_id and c.id = n.consent_id and c.settings ->> 'level' = 'token';
alter table consent_counters force row level security;
alter table consents force row level security;

-- Writes submissions as migration 006 says, and besides: `p_known` (by kind) says how the data subject was known,
-- `p_browsers` (by submission; null: none) the browser that it speaks for. The outcome `outranked`: a bare uid spoke for
-- somebody who chose with a token before; it is not written.
drop function record_user_consents;
create function record_user_consents(
  p_workspace uuid, p_consent uuid, p_now timestamptz, p_activity uuid, p_import uuid, p_withdrawal boolean,
  p_ids uuid[], p_uids bytea[], p_identities bytea[], p_kinds integer[],
  p_versions integer[], p_actions text[], p_granted bigint[], p_guardians boolean[], p_languages text[], p_channels text[], p_sources text[], p_known text[],
  p_keys bytea[], p_bodies bytea[], p_tokens bytea[], p_token_ends timestamptz[], p_browsers uuid[],
  out unshown boolean, out places integer[], out outcomes text[], out earlier uuid[]
)
-- The plan is the same for one and for a thousand; making it anew costs more than running it.
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  head consent_counters%rowtype;
  takes boolean;
  known boolean;
  sources smallint[];
  numbered integer;
  claimed uuid[];
  fresh uuid[];
  used uuid[] := '{}';
  outranked uuid[] := '{}';
  all_ids uuid[];
  target uuid;
  first_new uuid;
  last_new uuid;
  told boolean := false;
  shown boolean := false;
begin
  unshown := false;
  perform set_config('app.workspace_id', p_workspace::text, true);
  select * into head from consent_counters where workspace_id = p_workspace and consent_id = p_consent for update;
  if found then
    select p_import is not null or exists (select from consents where workspace_id = p_workspace and id = p_consent and (active or p_withdrawal) and published_version > 0),
      not exists (select from unnest(p_versions) as v where not exists (select from consent_versions where workspace_id = p_workspace and consent_id = p_consent and version = v)),
      array(select coalesce(s.id, 0) from unnest(p_sources) with ordinality as k (name, kind)
        left join consent_sources s on s.workspace_id = p_workspace and s.consent_id = p_consent and s.name = k.name order by k.kind)
      into takes, known, sources;
  end if;
  if takes is not true then
    places := array(select generate_series(1, cardinality(p_ids)));
    outcomes := array_fill('inactive'::text, array[cardinality(p_ids)]);
    earlier := p_ids;
    return;
  end if;

  if p_keys is not null then
    with claims as (
      insert into consent_submission_keys (workspace_id, consent_id, key, body, user_consent_id, created_at)
      select p_workspace, p_consent, k, b, i, p_now from unnest(p_ids, p_keys, p_bodies) as t (i, k, b) where k is not null
      on conflict do nothing returning user_consent_id)
    select coalesce(array_agg(user_consent_id), '{}') into claimed from claims;
    if cardinality(claimed) < cardinality(array_remove(p_keys, null)) then
      fresh := array(select i from unnest(p_ids, p_keys) as t (i, k) where k is null or i = any (claimed));
    end if;
  end if;

  if p_tokens is not null then
    with claims as (
      insert into consent_token_uses (workspace_id, consent_id, token, user_consent_id, expires_at)
      select p_workspace, p_consent, k, i, e from unnest(p_ids, p_tokens, p_token_ends) as t (i, k, e) where k is not null and (fresh is null or i = any (fresh))
      on conflict do nothing returning user_consent_id)
    select coalesce(array_agg(user_consent_id), '{}') into claimed from claims;
    used := array(select i from unnest(p_ids, p_tokens) as t (i, k) where k is not null and (fresh is null or i = any (fresh)) and i <> all (claimed));
    if used <> '{}' then
      delete from consent_submission_keys where workspace_id = p_workspace and consent_id = p_consent
        and key = any (array(select k from unnest(p_ids, p_keys) as t (i, k) where k is not null and i = any (used)));
      fresh := array(select i from unnest(coalesce(fresh, p_ids)) as i where i <> all (used));
    end if;
  end if;

  -- Whoever once proved who they are is not spoken for by a bare uid any more.
  if 'uid' = any (p_known) and (head.proofs or p_tokens is not null or head.proved_until > '-infinity') then
    outranked := array(
      select i from (
        select i, u, k, bool_or(p_known[k] = 'token') over (partition by u order by i rows between unbounded preceding and 1 preceding) as proved
        from unnest(p_ids, p_uids, p_kinds) as t (i, u, k) where fresh is null or i = any (fresh)) as in_turn
      where p_known[k] = 'uid' and (proved or exists (
        select from consent_subjects s where s.workspace_id = p_workspace and s.uid = in_turn.u and s.consent_id = p_consent and (s.proved or s.at <= head.proved_until))));
    if outranked <> '{}' then
      delete from consent_submission_keys where workspace_id = p_workspace and consent_id = p_consent
        and key = any (array(select k from unnest(p_ids, p_keys) as t (i, k) where k is not null and i = any (outranked)));
      fresh := array(select i from unnest(coalesce(fresh, p_ids)) as i where i <> all (outranked));
    end if;
  end if;

  if fresh is not null then
    -- Only some are new: the arrays are cut to those.
    select array_agg(o order by o), array_agg(case when t.i = any (used) then 'tokenUsed' when t.i = any (outranked) then 'outranked' when k.body = t.b then 'repeated' else 'otherBody' end order by o),
        array_agg(coalesce(k.user_consent_id, t.i) order by o)
      into places, outcomes, earlier
      from unnest(p_ids, p_keys, p_bodies) with ordinality as t (i, key, b, o)
      left join lateral (
        select user_consent_id, body from consent_submission_keys k where k.workspace_id = p_workspace and k.consent_id = p_consent and k.key = t.key limit 1
      ) k on true
      where t.i <> all (fresh);
    select array_agg(i), array_agg(u), array_agg(d), array_agg(k), array_agg(b) into p_ids, p_uids, p_identities, p_kinds, p_browsers
      from unnest(p_ids, p_uids, p_identities, p_kinds, p_browsers) as t (i, u, d, k, b) where i = any (fresh);
    if p_ids is null then return; end if;
  end if;

  if not known then
    raise exception 'a submission names a version that the form never had' using errcode = 'foreign_key_violation';
  end if;
  if 0 = any (sources) then
    select count(*) into numbered from consent_sources where workspace_id = p_workspace and consent_id = p_consent;
    if numbered < 200 then
      insert into consent_sources (workspace_id, consent_id, id, name)
      select p_workspace, p_consent, numbered + row_number() over (order by name), name
      from (select distinct k.name from unnest(p_sources, sources) as k (name, id) where k.id = 0 limit 200 - numbered) as new;
      sources := array(select coalesce(s.id, 0) from unnest(p_sources) with ordinality as k (name, kind)
        left join consent_sources s on s.workspace_id = p_workspace and s.consent_id = p_consent and s.name = k.name order by k.kind);
    end if;
  end if;

  select (select i from unnest(p_ids) as i order by i limit 1), (select i from unnest(p_ids) as i order by i desc limit 1) into first_new, last_new;
  target := head.block;
  if head.block_size >= 2000 and first_new > head.newest then
    target := first_new;
    head.block_size := 0;
  end if;
  if p_import is null then
    told := head.notified_at < p_now - interval '15 minutes';
    shown := told or head.refreshed_at < p_now - interval '1 second' or head.refreshed_at > p_now + interval '1 minute';
  end if;

  -- What is known of the person as such ends what was chosen before in browsers under the same uid.
  if head.browsers and (p_browsers is null or array_position(p_browsers, null) is not null) then
    with ended as (
      delete from consent_subjects s where s.workspace_id = p_workspace and s.consent_id = p_consent and s.uid = any (array(
        select b.subject from unnest(p_ids, p_uids, p_browsers) as t (id, uid, browser)
          cross join lateral (
            select distinct uuid_send(c.browser) as subject from user_consents c
             where c.workspace_id = p_workspace and c.uid = t.uid and c.consent_id = p_consent and c.browser is not null and (p_import is null or c.id < t.id)) b
          cross join lateral (
            select s.user_consent_id from consent_subjects s where s.workspace_id = p_workspace and s.uid = b.subject and s.consent_id = p_consent limit 1) latest
         where t.browser is null and (p_import is null or latest.user_consent_id < t.id)))
      returning s.version, s.action, s.granted
    ), standings as (
      update consent_standings st set accepting_all = st.accepting_all - e.accepting_all, accepting_some = st.accepting_some - e.accepting_some,
        declining = st.declining - e.declining, allowing = add_counts(st.allowing, e.allowing)
      from (
        select version, count(*) filter (where action = 'ALL') as accepting_all, count(*) filter (where action = 'ACCEPT') as accepting_some,
          count(*) filter (where action = 'NONE') as declining, sum_counts(count_bits(granted, -1)) as allowing
        from ended group by version) as e
      where st.workspace_id = p_workspace and st.consent_id = p_consent and st.version = e.version
    )
    update consent_counters c set subjects = c.subjects - e.subjects, accepting_all = c.accepting_all - e.accepting_all, accepting_some = c.accepting_some - e.accepting_some,
      declining = c.declining - e.declining, allowing = add_counts(c.allowing, e.allowing)
    from (
      select count(*) as subjects, count(*) filter (where action = 'ALL') as accepting_all, count(*) filter (where action = 'ACCEPT') as accepting_some,
        count(*) filter (where action = 'NONE') as declining, sum_counts(count_bits(granted, -1)) as allowing
      from ended) as e
    where c.workspace_id = p_workspace and c.consent_id = p_consent and e.subjects > 0;
  end if;

  with given as materialized (
    select t.id, t.uid, t.identity, t.kind, t.browser, t.subject, p_granted[t.kind] as granted, p_known[t.kind] = 'token' as proven,
      s.user_consent_id as stored_id, s.action as stored_action, s.granted as stored_granted,
      -- Of a person as such, what any of their browsers said before counts as said.
      case when head.browsers and t.browser is null and p_import is null
        then (select c.granted from user_consents c where c.workspace_id = p_workspace and c.uid = t.uid and c.consent_id = p_consent order by c.id desc limit 1)
        else s.granted end as earlier_granted
    -- By `offset` apart: row-level security lets no index look up by a function that might tell what it is called with.
    from (
      select id, uid, identity, kind, browser, coalesce(uuid_send(browser), uid) as subject
      from unnest(p_ids, p_uids, p_identities, p_kinds, p_browsers) as submitted (id, uid, identity, kind, browser) offset 0) as t
    -- One look-up a submission, whatever the planner holds the table's size to be.
    left join lateral (
      select s.user_consent_id, s.action, s.granted from consent_subjects s
       where s.workspace_id = p_workspace and s.uid = t.subject and s.consent_id = p_consent limit 1
    ) s on true
  ), placed as materialized (
    select id, uid, identity, kind, browser, subject, proven, granted, stored_id, stored_action, stored_granted, times, nth = times as last,
      coalesce(before_granted, case when p_import is null or stored_id < id then earlier_granted end) <> granted is true as changed,
      case when id >= target then target
        else (select b.block from consent_blocks b where b.workspace_id = p_workspace and b.consent_id = p_consent and b.block <= id order by b.block desc limit 1) end as block
    from (
      select id, uid, identity, kind, browser, subject, granted, stored_id, stored_action, stored_granted, earlier_granted,
        bool_or(proven) over of_subject as proven, count(*) over of_subject as times, lag(granted) over one as before_granted, row_number() over one as nth
      from given window one as (partition by subject order by id), of_subject as (partition by subject)) as in_turn
  ), written as (
    insert into user_consents (workspace_id, id, consent_id, version, at, uid, identity, action, granted, changed, has_guardian, language, channel, source_id, source, import_id, known_by, browser)
    select p_workspace, id, p_consent, p_versions[kind], uuid_time(id), uid, identity, p_actions[kind], granted, changed,
      p_guardians[kind], p_languages[kind], p_channels[kind], sources[kind], case sources[kind] when 0 then p_sources[kind] else '' end, p_import, p_known[kind], browser
    from placed
  ), chosen as (
    insert into consent_subjects as s (workspace_id, uid, consent_id, user_consent_id, at, version, action, granted, submissions, proved)
    select p_workspace, subject, p_consent, id, uuid_time(id), p_versions[kind], p_actions[kind], granted, times, proven from placed where last
    on conflict (workspace_id, uid, consent_id) do update set
      submissions = s.submissions + excluded.submissions,
      proved = s.proved or excluded.proved or s.at <= head.proved_until,
      -- What comes in live comes last, whatever its node's clock says; what is imported is ordered by its time.
      user_consent_id = case when p_import is null or excluded.user_consent_id > s.user_consent_id then excluded.user_consent_id else s.user_consent_id end,
      at = case when p_import is null or excluded.user_consent_id > s.user_consent_id then excluded.at else s.at end,
      version = case when p_import is null or excluded.user_consent_id > s.user_consent_id then excluded.version else s.version end,
      action = case when p_import is null or excluded.user_consent_id > s.user_consent_id then excluded.action else s.action end,
      granted = case when p_import is null or excluded.user_consent_id > s.user_consent_id then excluded.granted else s.granted end
  ), groups as materialized (
    -- Bangkok is UTC+7 all year. `moves`: this is the subject's present choice from now on; before, it was `was`.
    select kind, day, block, changed, moves, new, was, was_granted, count(*) as n
    from (
      select kind, timezone(interval '7 hours', uuid_time(id))::date as day, coalesce(block, '00000000-0000-0000-0000-000000000000') as block, changed,
        last and (stored_id is null or p_import is null or stored_id < id) as moves, stored_id is null as new,
        case when last and (p_import is null or stored_id < id) then stored_action end as was,
        case when last and (p_import is null or stored_id < id) then stored_granted end as was_granted
      from placed) as facts
    group by kind, day, block, changed, moves, new, was, was_granted
  ), kinds as materialized (
    select kind, day, block, p_versions[kind] as version, p_actions[kind] as action, changed, sources[kind] as source_id, sum(n)::bigint as n, count_bits(p_granted[kind], sum(n)::bigint) as granted
    from groups group by kind, day, block, changed
  ), days as (
    insert into consent_days as d (workspace_id, consent_id, day, version, action, changed, source_id, submissions, granted)
    select p_workspace, p_consent, day, version, action, changed, source_id, sum(n), sum_counts(granted) from kinds group by day, version, action, changed, source_id
    on conflict (workspace_id, consent_id, day, version, action, changed, source_id) do update
      set submissions = d.submissions + excluded.submissions, granted = add_counts(d.granted, excluded.granted)
  ), blocks as (
    insert into consent_blocks as b (workspace_id, consent_id, block, version, action, changed, source_id, submissions, granted)
    select p_workspace, p_consent, block, version, action, changed, source_id, sum(n), sum_counts(granted) from kinds group by block, version, action, changed, source_id
    on conflict (workspace_id, consent_id, block, version, action, changed, source_id) do update
      set submissions = b.submissions + excluded.submissions, granted = add_counts(b.granted, excluded.granted)
  ), sums as (
    select sum(n) as submissions, coalesce(sum(n) filter (where block = target), 0) as in_block,
      coalesce(sum(n) filter (where moves and new), 0) as subjects,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'ALL'), 0) - coalesce(sum(n) filter (where was = 'ALL'), 0) as accepting_all,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'ACCEPT'), 0) - coalesce(sum(n) filter (where was = 'ACCEPT'), 0) as accepting_some,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'NONE'), 0) - coalesce(sum(n) filter (where was = 'NONE'), 0) as declining
    from groups
  ), allowed as (
    select sum_counts(count_bits(bits, n)) as more from (
      select bits, sum(n)::bigint as n from (
        select p_granted[kind] as bits, n from groups where moves union all select was_granted, -n from groups where was_granted is not null) as one
      group by bits having sum(n) <> 0) as net
  )
  update consent_counters c set
    submissions = c.submissions + sums.submissions,
    subjects = c.subjects + sums.subjects,
    accepting_all = c.accepting_all + sums.accepting_all,
    accepting_some = c.accepting_some + sums.accepting_some,
    declining = c.declining + sums.declining,
    allowing = add_counts(c.allowing, allowed.more),
    block = target,
    block_size = head.block_size + sums.in_block,
    newest = greatest(c.newest, last_new),
    proofs = c.proofs or 'token' = any (p_known),
    browsers = c.browsers or 'browser' = any (p_known),
    notified_at = case when told then p_now else c.notified_at end,
    refreshed_at = case when shown then p_now else c.refreshed_at end
  from sums, allowed
  where c.workspace_id = p_workspace and c.consent_id = p_consent;

  if told then
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, actor_id, subject, created_at)
    select p_workspace, p_activity, 'UserConsent', 'userConsent.received', 'userConsent', p_consent, null, name, p_now from consents where workspace_id = p_workspace and id = p_consent;
  end if;
  if shown then
    insert into outbox (workspace_id, event, entity, entity_id, created_at)
    values (p_workspace, case when told then 'userConsent.received' else 'userConsent.counted' end, 'userConsent', p_consent, p_now);
  end if;
  unshown := p_import is null and not shown;
end $$;

grant create on schema public to pokpong_ingest;
alter function record_user_consents owner to pokpong_ingest;
revoke create on schema public from pokpong_ingest;
revoke all on function record_user_consents from public;
grant execute on function record_user_consents to pokpong_app;

-- A browser's submissions go as its own choices do, not as those of its uid.
do $$
declare
  body text := pg_get_functiondef('remove_user_consents'::regproc);
begin
  body := replace(body, 'select c.id, c.uid, c.version', 'select c.id, c.subject as uid, c.version');
  body := replace(body, 's.uid = c.uid and s.consent_id', 's.uid = c.subject and s.consent_id');
  -- By `offset` apart, as above.
  body := replace(body, 'from user_consents c
    where c.workspace_id = p_workspace and c.consent_id = p_consent and c.id > p_after and c.id < p_until and (last is null or c.id <= last)
      and not exists', 'from (
      select id, coalesce(uuid_send(browser), uid) as subject, version, action, granted, changed, source_id from user_consents
       where workspace_id = p_workspace and consent_id = p_consent and id > p_after and id < p_until and (last is null or id <= last) offset 0) c
    where not exists');
  execute body;
end $$;

-- What was chosen last at `p_source`. `p_browser`: the browser whose handle came along. `p_bound`: it alone is asked for,
-- and what is known of the person as such since then ends it; otherwise what was chosen with a token is not overridden
-- by what came without.
drop function user_consent_status;
create function user_consent_status(p_workspace uuid, p_consent uuid, p_uid bytea, p_source text, p_browser uuid, p_bound boolean)
returns table (user_consent_id uuid, at timestamptz, version integer, action text, granted bigint) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  return query
    with of_person as materialized (
      select c.id, c.at, c.version, c.action, c.granted, coalesce(s.name, c.source) = p_source as here, c.channel = 'Withdrawal page' as own_page,
        c.browser is not null as of_browser, c.known_by in ('uid', 'browser') as unproved, c.known_by = 'token' or (c.known_by is null and c.at <= n.proved_until) as proved
      from user_consents c
      join consent_counters n on n.workspace_id = p_workspace and n.consent_id = p_consent
      left join consent_sources s on s.workspace_id = p_workspace and s.consent_id = p_consent and s.id = c.source_id
      where c.workspace_id = p_workspace and c.uid = p_uid and c.consent_id = p_consent and (c.browser is null or c.browser = p_browser)
    ), marks as materialized (
      select (array_agg(id order by id desc) filter (where not of_browser))[1] as latest_of_person, (array_agg(id order by id) filter (where proved))[1] as first_proof
      from of_person
    ), answers as materialized (
      select a.* from of_person a cross join marks m
      where case when p_bound then a.of_browser and (m.latest_of_person is null or a.id > m.latest_of_person)
        else (a.unproved and a.id > m.first_proof) is not true end
    ), chosen as (
      select * from answers where here order by id desc limit 1
    ), withdrawn as (
      -- Choices on the own page since: what any of them leaves out is no longer allowed here.
      select bit_and(a.granted) as kept, (array_agg(a.id order by a.id desc))[1] as id
      from answers a left join chosen on true
      where a.own_page and (chosen.id is null or a.id > chosen.id)
    )
    select c.id, c.at, c.version, c.action, c.granted from chosen c cross join withdrawn w
     where w.kept is null or c.granted & w.kept = c.granted
    union all
    -- The version stays that of the choice made here: its words are what is still allowed.
    select a.id, a.at, c.version, case when c.granted & w.kept = 0 then 'NONE' else 'ACCEPT' end, c.granted & w.kept
      from chosen c cross join withdrawn w join answers a on a.id = w.id
     where c.granted & w.kept <> c.granted
    union all
    -- Nothing was chosen here: everything withdrawn is an answer, a grant is none.
    select a.id, a.at, a.version, a.action, a.granted
      from withdrawn w join answers a on a.id = w.id
     where not exists (select from chosen) and a.action = 'NONE';
end $$;

-- What many chose last, by the key of `consent_subjects`; `place` from 1, those that never answered left out.
drop function user_consent_statuses;
create function user_consent_statuses(p_workspace uuid, p_consent uuid, p_subjects bytea[])
returns table (place bigint, at timestamptz, version integer, action text, granted bigint, proved boolean) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  return query select u.place, s.at, s.version, s.action, s.granted, s.proved or s.at <= n.proved_until
    from consent_counters n
    cross join unnest(p_subjects) with ordinality as u (subject, place)
    -- One look-up each, whatever the planner holds the table's size to be.
    cross join lateral (select at, version, action, granted, proved from consent_subjects where workspace_id = p_workspace and uid = u.subject and consent_id = p_consent limit 1) s
   where n.workspace_id = p_workspace and n.consent_id = p_consent;
end $$;
