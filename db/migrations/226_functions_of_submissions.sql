-- The function that writes submissions of consent, in full and in parts (docs/decisions/017, 047, 123). What it does is
-- what it did; its signature, owner and grants stay.
--
-- The server calls `record_user_consents`; the other functions are its parts. They run with its rights, its search_path
-- and its generic plans, and no role may call them but the one that owns them all. Their parameters have the names and
-- shapes of its own. `fresh` are the ids of the submissions that are to be written, null where all of them are.

-- `n` submissions of a batch that are equal to every counter. `moves`: each is its subject's present choice from now
-- on, in place of `was` and `was_granted`, or the first one where `new`.
create type consent_submission_group as (
  kind integer,
  day date,                               -- in Bangkok
  block uuid,
  changed boolean,
  moves boolean,
  new boolean,
  was text,
  was_granted bigint,
  n bigint
);

-- Notes the keys of submissions and answers the fresh ones. Separate because only callers that may try again send a key.
create function claim_submission_keys(
  p_workspace uuid, p_consent uuid, p_now timestamptz, p_ids uuid[], p_keys bytea[], p_bodies bytea[]
) returns uuid[] language plpgsql as $$
declare
  claimed uuid[];
begin
  with claims as (
    insert into consent_submission_keys (workspace_id, consent_id, key, body, user_consent_id, created_at)
    select p_workspace, p_consent, k, b, i, p_now from unnest(p_ids, p_keys, p_bodies) as t (i, k, b)
     where k is not null
    on conflict do nothing returning user_consent_id)
  select coalesce(array_agg(user_consent_id), '{}') into claimed from claims;
  if cardinality(claimed) = cardinality(array_remove(p_keys, null)) then return null; end if;
  return array(select i from unnest(p_ids, p_keys) as t (i, k) where k is null or i = any (claimed));
end $$;

-- Notes the tokens of fresh submissions, each of which is good for one, and answers the ids of those whose token was
-- used before. Separate because only forms whose callers sign tokens need it.
create function claim_tokens(
  p_workspace uuid, p_consent uuid, p_ids uuid[], p_tokens bytea[], p_token_ends timestamptz[], p_fresh uuid[]
) returns uuid[] language plpgsql as $$
declare
  claimed uuid[];
begin
  with claims as (
    insert into consent_token_uses (workspace_id, consent_id, token, user_consent_id, expires_at)
    select p_workspace, p_consent, k, i, e from unnest(p_ids, p_tokens, p_token_ends) as t (i, k, e)
     where k is not null and (p_fresh is null or i = any (p_fresh))
    on conflict do nothing returning user_consent_id)
  select coalesce(array_agg(user_consent_id), '{}') into claimed from claims;
  return array(
    select i from unnest(p_ids, p_tokens) as t (i, k)
     where k is not null and (p_fresh is null or i = any (p_fresh)) and i <> all (claimed));
end $$;

-- Ids of the fresh submissions in which a bare uid speaks for somebody who chose with a token before: in the batch, as
-- noted with the subject, or until `p_proved_until`. Separate because it costs a look-up for each submission and is asked
-- only where there are such people.
create function outranked_submissions(
  p_workspace uuid, p_consent uuid, p_proved_until timestamptz,
  p_ids uuid[], p_uids bytea[], p_kinds integer[], p_known text[], p_fresh uuid[]
) returns uuid[] language plpgsql as $$
begin
  return array(
    select i from (
      select i, u, k, bool_or(p_known[k] = 'token')
        over (partition by u order by i rows between unbounded preceding and 1 preceding) as proved
      from unnest(p_ids, p_uids, p_kinds) as t (i, u, k) where p_fresh is null or i = any (p_fresh)) as in_turn
    where p_known[k] = 'uid' and (proved or exists (
      select from consent_subjects s
       where s.workspace_id = p_workspace and s.uid = in_turn.u and s.consent_id = p_consent
         and (s.proved or s.at <= p_proved_until))));
end $$;

-- What the caller is answered for submissions that are not written, by their places. A key that was noted for one whose
-- token was used (`p_used`) or that is outranked is given back: its caller may try again otherwise. Separate because it
-- is about what is left out, and most batches leave nothing out.
create function refuse_submissions(
  p_workspace uuid, p_consent uuid, p_ids uuid[], p_keys bytea[], p_bodies bytea[],
  p_fresh uuid[], p_used uuid[], p_outranked uuid[],
  out places integer[], out outcomes text[], out earlier uuid[]
) language plpgsql as $$
begin
  if p_used <> '{}' or p_outranked <> '{}' then
    delete from consent_submission_keys where workspace_id = p_workspace and consent_id = p_consent
      and key = any (array(
        select k from unnest(p_ids, p_keys) as t (i, k) where k is not null and i = any (p_used || p_outranked)));
  end if;
  select array_agg(o order by o),
      array_agg(case when t.i = any (p_used) then 'tokenUsed' when t.i = any (p_outranked) then 'outranked'
        when k.body = t.b then 'repeated' else 'otherBody' end order by o),
      array_agg(coalesce(k.user_consent_id, t.i) order by o)
    into places, outcomes, earlier
    from unnest(p_ids, p_keys, p_bodies) with ordinality as t (i, key, b, o)
    left join lateral (
      select user_consent_id, body from consent_submission_keys k
       where k.workspace_id = p_workspace and k.consent_id = p_consent and k.key = t.key limit 1
    ) k on true
    where t.i <> all (p_fresh);
end $$;

-- Which submissions of a batch are fresh; the others are answered as `record_user_consents` says. Separate so that each
-- reason to leave one out has its turn in one place: what an earlier reason left out, no later one looks at.
create function screen_submissions(
  p_head consent_counters, p_now timestamptz, p_ids uuid[], p_uids bytea[], p_kinds integer[], p_known text[],
  p_keys bytea[], p_bodies bytea[], p_tokens bytea[], p_token_ends timestamptz[],
  out fresh uuid[], out places integer[], out outcomes text[], out earlier uuid[]
) language plpgsql as $$
declare
  used uuid[] := '{}';
  outranked uuid[] := '{}';
begin
  if p_keys is not null then
    fresh := claim_submission_keys(p_head.workspace_id, p_head.consent_id, p_now, p_ids, p_keys, p_bodies);
  end if;
  if p_tokens is not null then
    used := claim_tokens(p_head.workspace_id, p_head.consent_id, p_ids, p_tokens, p_token_ends, fresh);
    if used <> '{}' then
      fresh := array(select i from unnest(coalesce(fresh, p_ids)) as i where i <> all (used));
    end if;
  end if;
  -- Whoever once proved who they are is not spoken for by a bare uid any more.
  if 'uid' = any (p_known) and (p_head.proofs or p_tokens is not null or p_head.proved_until > '-infinity') then
    outranked := outranked_submissions(
      p_head.workspace_id, p_head.consent_id, p_head.proved_until, p_ids, p_uids, p_kinds, p_known, fresh);
    if outranked <> '{}' then
      fresh := array(select i from unnest(coalesce(fresh, p_ids)) as i where i <> all (outranked));
    end if;
  end if;
  if fresh is not null then
    select * into places, outcomes, earlier from refuse_submissions(
      p_head.workspace_id, p_head.consent_id, p_ids, p_keys, p_bodies, fresh, used, outranked);
  end if;
end $$;

-- Gives sources that have no number yet (0 in `p_numbers`) one of the form's 200, and answers the numbers of all.
-- Separate because a source is new once.
create function number_sources(p_workspace uuid, p_consent uuid, p_sources text[], p_numbers smallint[])
returns smallint[] language plpgsql as $$
declare
  numbered integer;
begin
  select count(*) into numbered from consent_sources where workspace_id = p_workspace and consent_id = p_consent;
  if numbered >= 200 then return p_numbers; end if;
  insert into consent_sources (workspace_id, consent_id, id, name)
  select p_workspace, p_consent, numbered + row_number() over (order by name), name
  from (
    select distinct k.name from unnest(p_sources, p_numbers) as k (name, id)
     where k.id = 0 limit 200 - numbered) as new;
  return array(
    select coalesce(s.id, 0) from unnest(p_sources) with ordinality as k (name, kind)
    left join consent_sources s on s.workspace_id = p_workspace and s.consent_id = p_consent and s.name = k.name
    order by k.kind);
end $$;

-- What is known of the person as such ends what was chosen before in browsers under the same uid, with its counts.
-- Separate because it takes rows away, in a statement before the one that writes, and only forms with browsers need it.
create function end_browser_choices(
  p_workspace uuid, p_consent uuid, p_import uuid, p_ids uuid[], p_uids bytea[], p_browsers uuid[]
) returns void language plpgsql as $$
begin
  with ended as (
    delete from consent_subjects s
     where s.workspace_id = p_workspace and s.consent_id = p_consent and s.uid = any (array(
      select b.subject from unnest(p_ids, p_uids, p_browsers) as t (id, uid, browser)
        cross join lateral (
          select distinct uuid_send(c.browser) as subject from user_consents c
           where c.workspace_id = p_workspace and c.uid = t.uid and c.consent_id = p_consent and c.browser is not null
             and (p_import is null or c.id < t.id)) b
        cross join lateral (
          select s.user_consent_id from consent_subjects s
           where s.workspace_id = p_workspace and s.uid = b.subject and s.consent_id = p_consent limit 1) latest
       where t.browser is null and (p_import is null or latest.user_consent_id < t.id)))
    returning s.version, s.action, s.granted
  ), standings as (
    update consent_standings st set accepting_all = st.accepting_all - e.accepting_all,
      accepting_some = st.accepting_some - e.accepting_some, declining = st.declining - e.declining,
      allowing = add_counts(st.allowing, e.allowing)
    from (
      select version, count(*) filter (where action = 'ALL') as accepting_all,
        count(*) filter (where action = 'ACCEPT') as accepting_some,
        count(*) filter (where action = 'NONE') as declining, sum_counts(count_bits(granted, -1)) as allowing
      from ended group by version) as e
    where st.workspace_id = p_workspace and st.consent_id = p_consent and st.version = e.version
  )
  update consent_counters c set subjects = c.subjects - e.subjects, accepting_all = c.accepting_all - e.accepting_all,
    accepting_some = c.accepting_some - e.accepting_some, declining = c.declining - e.declining,
    allowing = add_counts(c.allowing, e.allowing)
  from (
    select count(*) as subjects, count(*) filter (where action = 'ALL') as accepting_all,
      count(*) filter (where action = 'ACCEPT') as accepting_some,
      count(*) filter (where action = 'NONE') as declining, sum_counts(count_bits(granted, -1)) as allowing
    from ended) as e
  where c.workspace_id = p_workspace and c.consent_id = p_consent and e.subjects > 0;
end $$;

-- Submissions beside what their subjects chose before them, in the batch or stored: whether each changes that, whether
-- it is its subject's `last` here, how many `times` the subject chooses here, and the block that counts it. `p_block`
-- is the form's newest block, `p_has_browsers` says that browsers chose on it.
-- Separate because it reads and the statement that needs it writes. Postgres puts the text of such a function into that
-- statement (language sql, stable, no settings of its own), so that it costs what it would cost written out there.
create function placed_submissions(
  p_workspace uuid, p_consent uuid, p_import uuid, p_block uuid, p_has_browsers boolean,
  p_ids uuid[], p_uids bytea[], p_identities bytea[], p_kinds integer[], p_browsers uuid[],
  p_granted bigint[], p_known text[]
) returns table (
  id uuid, moment timestamptz, uid bytea, identity bytea, kind integer, browser uuid, subject bytea, proven boolean,
  granted bigint, stored_id uuid, stored_action text, stored_granted bigint,
  times bigint, last boolean, changed boolean, block uuid
) language sql stable as $$
  with given as materialized (
    select t.id, uuid_time(t.id) as moment, t.uid, t.identity, t.kind, t.browser, t.subject,
      p_granted[t.kind] as granted, p_known[t.kind] = 'token' as proven,
      s.user_consent_id as stored_id, s.action as stored_action, s.granted as stored_granted,
      -- Of a person as such, what any of their browsers said before counts as said.
      case when p_has_browsers and t.browser is null and p_import is null
        then (
          select c.granted from user_consents c
           where c.workspace_id = p_workspace and c.uid = t.uid and c.consent_id = p_consent order by c.id desc limit 1)
        else s.granted end as earlier_granted
    -- By `offset` apart: row-level security lets no index look up by a function that might tell what it is called with.
    from (
      select id, uid, identity, kind, browser, coalesce(uuid_send(browser), uid) as subject
      from unnest(p_ids, p_uids, p_identities, p_kinds, p_browsers) as submitted (id, uid, identity, kind, browser)
      offset 0) as t
    -- One look-up a submission, whatever the planner holds the table's size to be.
    left join lateral (
      select s.user_consent_id, s.action, s.granted from consent_subjects s
       where s.workspace_id = p_workspace and s.uid = t.subject and s.consent_id = p_consent limit 1
    ) s on true
  )
  select id, moment, uid, identity, kind, browser, subject, proven, granted, stored_id, stored_action, stored_granted,
    times, nth = times as last,
    coalesce(before_granted, case when p_import is null or stored_id < id then earlier_granted end) <> granted is true
      as changed,
    case when id >= p_block then p_block else (
      select b.block from consent_blocks b
       where b.workspace_id = p_workspace and b.consent_id = p_consent and b.block <= id
       order by b.block desc limit 1) end as block
  from (
    select id, moment, uid, identity, kind, browser, subject, granted,
      stored_id, stored_action, stored_granted, earlier_granted,
      bool_or(proven) over of_subject as proven, count(*) over of_subject as times,
      lag(granted) over one as before_granted, row_number() over one as nth
    from given window one as (partition by subject order by id), of_subject as (partition by subject)) as in_turn
$$;

-- Writes submissions and what each subject chose last, and answers what is to be counted. `p_source_ids`: the numbers
-- of `p_sources`. Separate from the counting, which needs groups of submissions alone and none of their rows.
create function write_submissions(
  p_head consent_counters, p_import uuid,
  p_ids uuid[], p_uids bytea[], p_identities bytea[], p_kinds integer[], p_browsers uuid[],
  p_versions integer[], p_actions text[], p_granted bigint[], p_guardians boolean[], p_languages text[],
  p_channels text[], p_sources text[], p_source_ids smallint[], p_known text[]
) returns consent_submission_group[] language plpgsql as $$
declare
  groups consent_submission_group[];
begin
  with placed as materialized (
    select * from placed_submissions(p_head.workspace_id, p_head.consent_id, p_import, p_head.block, p_head.browsers,
      p_ids, p_uids, p_identities, p_kinds, p_browsers, p_granted, p_known)
  ), written as (
    insert into user_consents (workspace_id, id, consent_id, version, at, uid, identity, action, granted, changed,
      has_guardian, language, channel, source_id, source, import_id, known_by, browser)
    select p_head.workspace_id, id, p_head.consent_id, p_versions[kind], moment, uid, identity, p_actions[kind],
      granted, changed, p_guardians[kind], p_languages[kind], p_channels[kind], p_source_ids[kind],
      case p_source_ids[kind] when 0 then p_sources[kind] else '' end, p_import, p_known[kind], browser
    from placed
  ), chosen as (
    insert into consent_subjects as s (workspace_id, uid, consent_id, user_consent_id, at, version, action, granted,
      submissions, proved)
    select p_head.workspace_id, subject, p_head.consent_id, id, moment, p_versions[kind], p_actions[kind], granted,
      times, proven
    from placed where last
    on conflict (workspace_id, uid, consent_id) do update set
      submissions = s.submissions + excluded.submissions,
      proved = s.proved or excluded.proved or s.at <= p_head.proved_until,
      -- What comes in live comes last, whatever its node's clock says; what is imported is ordered by its time.
      user_consent_id = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.user_consent_id else s.user_consent_id end,
      at = case when p_import is null or excluded.user_consent_id > s.user_consent_id then excluded.at else s.at end,
      version = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.version else s.version end,
      action = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.action else s.action end,
      granted = case when p_import is null or excluded.user_consent_id > s.user_consent_id
        then excluded.granted else s.granted end
  )
  select array_agg(grouped::consent_submission_group) into groups from (
    select kind, day, block, changed, moves, new, was, was_granted, count(*) as n
    from (
      -- Bangkok is UTC+7 all year.
      select kind, timezone(interval '7 hours', moment)::date as day,
        coalesce(block, '00000000-0000-0000-0000-000000000000') as block, changed,
        last and (stored_id is null or p_import is null or stored_id < id) as moves, stored_id is null as new,
        case when last and (p_import is null or stored_id < id) then stored_action end as was,
        case when last and (p_import is null or stored_id < id) then stored_granted end as was_granted
      from placed) as facts
    group by kind, day, block, changed, moves, new, was, was_granted) as grouped;
  return groups;
end $$;

-- Adds groups of submissions to the counts by day, by block and of the form, and notes with the form what the next
-- batch has to know: its newest block, as `p_head` has it, its newest submission (`p_last`), the ways in which data
-- subjects are known, and when the event `p_announced` was announced (null: none now). Separate because its work grows
-- with the kinds of submissions and not with their number.
create function count_submissions(
  p_head consent_counters, p_groups consent_submission_group[], p_last uuid,
  p_versions integer[], p_actions text[], p_granted bigint[], p_source_ids smallint[], p_known text[],
  p_now timestamptz, p_announced text
) returns void language plpgsql as $$
begin
  with groups as materialized (
    select * from unnest(p_groups)
  ), kinds as materialized (
    select kind, day, block, p_versions[kind] as version, p_actions[kind] as action, changed,
      p_source_ids[kind] as source_id, sum(n)::bigint as n, count_bits(p_granted[kind], sum(n)::bigint) as granted
    from groups group by kind, day, block, changed
  ), days as (
    insert into consent_days as d (workspace_id, consent_id, day, version, action, changed, source_id,
      submissions, granted)
    select p_head.workspace_id, p_head.consent_id, day, version, action, changed, source_id, sum(n), sum_counts(granted)
    from kinds group by day, version, action, changed, source_id
    on conflict (workspace_id, consent_id, day, version, action, changed, source_id) do update
      set submissions = d.submissions + excluded.submissions, granted = add_counts(d.granted, excluded.granted)
  ), blocks as (
    insert into consent_blocks as b (workspace_id, consent_id, block, version, action, changed, source_id,
      submissions, granted)
    select p_head.workspace_id, p_head.consent_id, block, version, action, changed, source_id, sum(n),
      sum_counts(granted)
    from kinds group by block, version, action, changed, source_id
    on conflict (workspace_id, consent_id, block, version, action, changed, source_id) do update
      set submissions = b.submissions + excluded.submissions, granted = add_counts(b.granted, excluded.granted)
  ), sums as (
    select sum(n) as submissions, coalesce(sum(n) filter (where block = p_head.block), 0) as in_block,
      coalesce(sum(n) filter (where moves and new), 0) as subjects,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'ALL'), 0)
        - coalesce(sum(n) filter (where was = 'ALL'), 0) as accepting_all,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'ACCEPT'), 0)
        - coalesce(sum(n) filter (where was = 'ACCEPT'), 0) as accepting_some,
      coalesce(sum(n) filter (where moves and p_actions[kind] = 'NONE'), 0)
        - coalesce(sum(n) filter (where was = 'NONE'), 0) as declining
    from groups
  ), allowed as (
    select sum_counts(count_bits(bits, n)) as more from (
      select bits, sum(n)::bigint as n from (
        select p_granted[kind] as bits, n from groups where moves
        union all select was_granted, -n from groups where was_granted is not null) as one
      group by bits having sum(n) <> 0) as net
  )
  update consent_counters c set
    submissions = c.submissions + sums.submissions,
    subjects = c.subjects + sums.subjects,
    accepting_all = c.accepting_all + sums.accepting_all,
    accepting_some = c.accepting_some + sums.accepting_some,
    declining = c.declining + sums.declining,
    allowing = add_counts(c.allowing, allowed.more),
    block = p_head.block,
    block_size = p_head.block_size + sums.in_block,
    newest = greatest(c.newest, p_last),
    proofs = c.proofs or 'token' = any (p_known),
    browsers = c.browsers or 'browser' = any (p_known),
    notified_at = case when p_announced = 'userConsent.received' then p_now else c.notified_at end,
    refreshed_at = case when p_announced is not null then p_now else c.refreshed_at end
  from sums, allowed
  where c.workspace_id = p_head.workspace_id and c.consent_id = p_head.consent_id;
end $$;

-- Has open screens refreshed and people notified, where that is due: once a second and once in a quarter of an hour are
-- enough. Answers the event, null where none is due. Separate because most batches announce nothing.
create function announce_submissions(p_head consent_counters, p_now timestamptz, p_activity uuid) returns text
language plpgsql as $$
declare
  event text;
begin
  if p_head.notified_at < p_now - interval '15 minutes' then
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

-- Writes submissions of one form in the workspace it sets for its transaction, with their subjects' present choices and
-- every count. An element of p_ids, p_uids, p_identities and p_kinds is a submission; what many have in common is said
-- once: p_kinds are places, from 1, in p_versions to p_known, which says how the data subject was known. Its time is
-- that of its id. Keys, bodies, tokens and their ends, and the browsers that are spoken for are by submission again,
-- null where none came with any.
-- All are written but those at `places` (from 1), with their `outcomes`: repeated (its key came before, with the same
-- body: `earlier` is the id of then), otherBody (its key came before with another body), tokenUsed, outranked (a bare
-- uid spoke for somebody who chose with a token before), inactive (the form takes none now). `unshown`: open screens
-- were refreshed within the last second and should be refreshed again after it.
-- An import (`p_import`) brings times of its own, rings no bell and is asked for no key. The page on which data
-- subjects change their choices (`p_withdrawal`) is open as long as the form is there: withdrawing never ends.
create or replace function record_user_consents(
  p_workspace uuid, p_consent uuid, p_now timestamptz, p_activity uuid, p_import uuid, p_withdrawal boolean,
  p_ids uuid[], p_uids bytea[], p_identities bytea[], p_kinds integer[], p_versions integer[], p_actions text[],
  p_granted bigint[], p_guardians boolean[], p_languages text[], p_channels text[], p_sources text[], p_known text[],
  p_keys bytea[], p_bodies bytea[], p_tokens bytea[], p_token_ends timestamptz[], p_browsers uuid[],
  out unshown boolean, out places integer[], out outcomes text[], out earlier uuid[]
)
-- The plan is the same for one and for a thousand; planning each time costs more than running it.
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  head consent_counters%rowtype;
  takes boolean;
  known boolean;
  sources smallint[];
  screened record;
  first_new uuid;
  last_new uuid;
  groups consent_submission_group[];
  announced text;
begin
  unshown := false;
  perform set_config('app.workspace_id', p_workspace::text, true);
  select * into head from consent_counters where workspace_id = p_workspace and consent_id = p_consent for update;
  if found then
    select p_import is not null or exists (
        select from consents
         where workspace_id = p_workspace and id = p_consent and (active or p_withdrawal) and published_version > 0),
      not exists (select from unnest(p_versions) as v where not exists (
        select from consent_versions where workspace_id = p_workspace and consent_id = p_consent and version = v)),
      array(select coalesce(s.id, 0) from unnest(p_sources) with ordinality as k (name, kind)
        left join consent_sources s on s.workspace_id = p_workspace and s.consent_id = p_consent and s.name = k.name
        order by k.kind)
      into takes, known, sources;
  end if;
  if takes is not true then
    places := array(select generate_series(1, cardinality(p_ids)));
    outcomes := array_fill('inactive'::text, array[cardinality(p_ids)]);
    earlier := p_ids;
    return;
  end if;

  screened := screen_submissions(
    head, p_now, p_ids, p_uids, p_kinds, p_known, p_keys, p_bodies, p_tokens, p_token_ends);
  if screened.fresh is not null then
    places := screened.places;
    outcomes := screened.outcomes;
    earlier := screened.earlier;
    -- Only some are new: the arrays are cut to those.
    select array_agg(i), array_agg(u), array_agg(d), array_agg(k), array_agg(b)
      into p_ids, p_uids, p_identities, p_kinds, p_browsers
      from unnest(p_ids, p_uids, p_identities, p_kinds, p_browsers) as t (i, u, d, k, b)
      where i = any (screened.fresh);
    if p_ids is null then return; end if;
  end if;
  if not known then
    raise exception 'a submission names a version that the form never had' using errcode = 'foreign_key_violation';
  end if;
  if 0 = any (sources) then sources := number_sources(p_workspace, p_consent, p_sources, sources); end if;

  select (select i from unnest(p_ids) as i order by i limit 1),
    (select i from unnest(p_ids) as i order by i desc limit 1) into first_new, last_new;
  if head.block_size >= 2000 and first_new > head.newest then
    head.block := first_new;
    head.block_size := 0;
  end if;
  if head.browsers and (p_browsers is null or array_position(p_browsers, null) is not null) then
    perform end_browser_choices(p_workspace, p_consent, p_import, p_ids, p_uids, p_browsers);
  end if;
  groups := write_submissions(head, p_import, p_ids, p_uids, p_identities, p_kinds, p_browsers, p_versions, p_actions,
    p_granted, p_guardians, p_languages, p_channels, p_sources, sources, p_known);
  if p_import is null then announced := announce_submissions(head, p_now, p_activity); end if;
  perform count_submissions(
    head, groups, last_new, p_versions, p_actions, p_granted, sources, p_known, p_now, announced);
  unshown := p_import is null and announced is null;
end $$;

grant create on schema public to pokpong_ingest;
alter function claim_submission_keys owner to pokpong_ingest;
alter function claim_tokens owner to pokpong_ingest;
alter function outranked_submissions owner to pokpong_ingest;
alter function refuse_submissions owner to pokpong_ingest;
alter function screen_submissions owner to pokpong_ingest;
alter function number_sources owner to pokpong_ingest;
alter function end_browser_choices owner to pokpong_ingest;
alter function placed_submissions owner to pokpong_ingest;
alter function write_submissions owner to pokpong_ingest;
alter function count_submissions owner to pokpong_ingest;
alter function announce_submissions owner to pokpong_ingest;
revoke create on schema public from pokpong_ingest;
revoke all on function claim_submission_keys, claim_tokens, outranked_submissions, refuse_submissions,
  screen_submissions, number_sources, end_browser_choices, placed_submissions, write_submissions, count_submissions,
  announce_submissions from public;
