-- Consent: forms and their published versions, the submissions of data subjects, what they chose last, and the counts
-- from which lists and dashboards are answered. Submissions are written by one function, so that every row, its
-- subject's present choice and every count are there together or not at all.

-- ── Forms ─────────────────────────────────────────────────────────────────────────────────────────
create table consents (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  name text not null,
  content jsonb not null,                 -- the draft: consentDraft of shared/consent.ts
  settings jsonb not null,                -- not part of what data subjects see: consentSettings of shared/consent.ts
  secret bytea,                           -- of the tokens that submissions carry, sealed; null until one is made
  status text not null default 'draft' check (status in ('draft', 'published')),
  active boolean not null default true,
  published_version integer not null default 0,
  -- Days on which the published version may be answered, in Bangkok; null: open on that side.
  effective_from date,
  effective_to date,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, application_id),  -- one form an application
  foreign key (workspace_id, application_id) references applications,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index consents_updated on consents (workspace_id, updated_at, id);
create index consents_created on consents (workspace_id, created_at, id);
create index consents_name on consents (workspace_id, name collate thai, id);

-- What data subjects were shown, for good.
create table consent_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  consent_id uuid not null,
  version integer not null,
  content jsonb not null,                 -- consentContent of shared/consent.ts
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, consent_id, version),
  foreign key (workspace_id, published_by) references personnel
);

-- Every purpose that a form ever asked for has a number of its own there, from 0: a set of purposes is a row of bits
-- that means the same in every version.
create table consent_purposes (
  workspace_id uuid not null,
  consent_id uuid not null,
  purpose_id uuid not null,
  bit smallint not null check (bit between 0 and 59),
  primary key (workspace_id, consent_id, purpose_id),
  unique (workspace_id, consent_id, bit),
  foreign key (workspace_id, consent_id) references consents on delete cascade
);
create index consent_purposes_purpose on consent_purposes (workspace_id, purpose_id);

-- ── Submissions ───────────────────────────────────────────────────────────────────────────────────
-- Nobody writes these tables but the functions below, which belong to a role of their own: they see to it that a
-- submission names a form and a version of its own workspace. Foreign keys, checked row by row, would cost a third of
-- what a second takes in.
do $$
begin
  perform pg_advisory_xact_lock(hashtext('pokpong roles'));
  begin
    create role pokpong_ingest nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    grant pokpong_ingest to current_user;
  exception when others then null;
  end;
end $$;
grant usage on schema public to pokpong_ingest;

-- The lowest UUIDv7 of a moment: submissions are kept and paged in the order of their ids, which is that of their times.
create function uuid_at(at timestamptz) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- Where a submission came from, by a short number. 0 stands for all that came after the number ran out.
create table consent_sources (
  workspace_id uuid not null,
  consent_id uuid not null,
  id smallint not null check (id between 1 and 200),
  name text not null,
  primary key (workspace_id, consent_id, id),
  unique (workspace_id, consent_id, name),
  foreign key (workspace_id, consent_id) references consents on delete cascade
);

-- Append-only, a partition a month; the id is a UUIDv7 of `at`.
create table user_consents (
  workspace_id uuid not null,
  id uuid not null,
  consent_id uuid not null,
  version integer not null,
  at timestamptz not null,
  uid bytea not null,                     -- keyed hash of the data subject's id: look-up only
  identity bytea not null,                -- sealed: uid, name, guardian
  action text not null check (action in ('ALL', 'ACCEPT', 'NONE')),
  granted bigint not null,                -- bits of consent_purposes
  changed boolean not null,               -- whether the subject had chosen otherwise before
  has_guardian boolean not null,
  language text not null check (language in ('th', 'en')),
  channel text not null,
  source_id smallint not null,
  source text not null,                   -- as said by the caller, where it has no number
  import_id uuid,
  primary key (workspace_id, id)
) partition by range (id);
create index user_consents_form on user_consents (workspace_id, consent_id, id);
create index user_consents_subject on user_consents (workspace_id, uid, id);
-- Takes what no month is made for: a clock that is far off, records of decades ago.
create table user_consents_other partition of user_consents default;

-- Makes the partitions of the months from `since` to `until`, as the owner of the tables; says how many are new.
create function ensure_user_consent_months(since timestamptz, until timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month timestamp := date_trunc('month', since at time zone 'UTC');
  made integer := 0;
  partition text;
begin
  if until - since > interval '30 years' then raise exception 'too many months'; end if;
  while month <= until at time zone 'UTC' loop
    partition := format('user_consents_%s', to_char(month, 'YYYYMM'));
    if to_regclass(format('public.%I', partition)) is null then
      -- Two nodes may begin a month together.
      perform pg_advisory_xact_lock(hashtext('user consent months'));
      if to_regclass(format('public.%I', partition)) is null then
        begin
          execute format('create table %I partition of user_consents for values from (%L) to (%L)', partition, uuid_at(month at time zone 'UTC'), uuid_at((month + interval '1 month') at time zone 'UTC'));
          execute format('call wall(%L)', partition);
          made := made + 1;
        exception when check_violation then null; -- rows of that month are in the other partition already: they stay there
        end;
      end if;
    end if;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;
revoke all on function ensure_user_consent_months from public;
grant execute on function ensure_user_consent_months to pokpong_app, pokpong_system;

-- What each data subject chose last, a row a form.
create table consent_subjects (
  workspace_id uuid not null,
  uid bytea not null,
  consent_id uuid not null,
  user_consent_id uuid not null,
  at timestamptz not null,
  version integer not null,
  action text not null,
  granted bigint not null,
  submissions integer not null,
  primary key (workspace_id, uid, consent_id)
);

-- Submissions that came with an Idempotency-Key; kept for a week.
create table consent_submission_keys (
  workspace_id uuid not null,
  consent_id uuid not null,
  key bytea not null,                     -- SHA-256
  body bytea not null,                    -- SHA-256 of what was submitted
  user_consent_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, consent_id, key)
);
create index consent_submission_keys_age on consent_submission_keys (created_at);

-- Tokens that were used, until they expire.
create table consent_token_uses (
  workspace_id uuid not null,
  consent_id uuid not null,
  token bytea not null,                   -- SHA-256 of its jti
  user_consent_id uuid not null,
  expires_at timestamptz not null,
  primary key (workspace_id, consent_id, token)
);
create index consent_token_uses_age on consent_token_uses (expires_at);

-- ── Counts ────────────────────────────────────────────────────────────────────────────────────────
-- One row a form; whoever writes submissions of the form holds it, so that all counts move in step.
create table consent_counters (
  workspace_id uuid not null,
  consent_id uuid not null,
  submissions bigint not null default 0,
  subjects bigint not null default 0,
  -- Subjects by what they chose last, and by purpose (in the order of its bits) those who allow it now.
  accepting_all bigint not null default 0,
  accepting_some bigint not null default 0,
  declining bigint not null default 0,
  allowing bigint[] not null default '{}',
  block uuid not null default '00000000-0000-0000-0000-000000000000', -- the last one
  block_size integer not null default 0,
  newest uuid not null default '00000000-0000-0000-0000-000000000000',
  told_at timestamptz not null default '-infinity',   -- the bell
  shown_at timestamptz not null default '-infinity',  -- open screens
  primary key (workspace_id, consent_id),
  foreign key (workspace_id, consent_id) references consents on delete cascade
);

-- By day in Bangkok. `granted`: by the bits of purposes, how many of the submissions allowed each.
create table consent_days (
  workspace_id uuid not null,
  consent_id uuid not null,
  day date not null,
  version integer not null,
  action text not null,
  changed boolean not null,
  source_id smallint not null,
  submissions bigint not null,
  granted bigint[] not null,
  primary key (workspace_id, consent_id, day, version, action, changed, source_id),
  foreign key (workspace_id, consent_id) references consents on delete cascade
);

-- The same by block: submissions of consecutive ids from `block` on, about 2,000 of them. A page anywhere in a history
-- of millions is found by adding up blocks.
create table consent_blocks (
  workspace_id uuid not null,
  consent_id uuid not null,
  block uuid not null,
  version integer not null,
  action text not null,
  changed boolean not null,
  source_id smallint not null,
  submissions bigint not null,
  granted bigint[] not null,
  primary key (workspace_id, consent_id, block, version, action, changed, source_id),
  foreign key (workspace_id, consent_id) references consents on delete cascade
);

-- ── Writing submissions ───────────────────────────────────────────────────────────────────────────
create function add_counts(a bigint[], b bigint[]) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  sum bigint[] := case when cardinality(a) >= cardinality(b) then a else b end;
  less bigint[] := case when cardinality(a) >= cardinality(b) then b else a end;
begin
  for i in 1 .. cardinality(less) loop sum[i] := sum[i] + less[i]; end loop;
  return sum;
end $$;
-- `n` at each bit that is set, from bit 0 to the highest one.
create function count_bits(bits bigint, n bigint) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  counts bigint[] := '{}';
  rest bigint := bits;
begin
  while rest > 0 loop
    counts := counts || case when rest & 1 = 1 then n else 0 end;
    rest := rest >> 1;
  end loop;
  return counts;
end $$;
create aggregate sum_counts (bigint[]) (sfunc = add_counts, stype = bigint[], initcond = '{}');

-- Writes submissions of one form in the workspace it sets for its transaction, with their subjects' present choices and
-- every count. An element of p_ids, p_uids, p_identities and p_kinds is a submission; what many have in common is said
-- once: p_kinds are places, from 1, in p_versions to p_sources. Its time is that of its id. Keys, bodies, tokens and
-- their ends are by submission again, null where none came with any.
-- All are written but those at `places` (from 1), with their `outcomes`: repeated (its key came before, with the same
-- body: `earlier` is the id of then), otherBody (its key came before with another body), tokenUsed, inactive (the form
-- takes none now). `unshown`: open screens have been told within the last second and should be told again after it.
-- An import (`p_import`) brings times of its own, rings no bell and is asked for no key. The page on which data subjects
-- change their choices (`p_withdrawal`) is open as long as the form is there: withdrawing never ends.
create function record_user_consents(
  p_workspace uuid, p_consent uuid, p_now timestamptz, p_activity uuid, p_import uuid, p_withdrawal boolean,
  p_ids uuid[], p_uids bytea[], p_identities bytea[], p_kinds integer[],
  p_versions integer[], p_actions text[], p_granted bigint[], p_guardians boolean[], p_languages text[], p_channels text[], p_sources text[],
  p_keys bytea[], p_bodies bytea[], p_tokens bytea[], p_token_ends timestamptz[],
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

  if fresh is not null then
    -- Only some are new: the arrays are cut to those.
    select array_agg(o order by o), array_agg(case when t.i = any (used) then 'tokenUsed' when k.body = t.b then 'repeated' else 'otherBody' end order by o),
        array_agg(coalesce(k.user_consent_id, t.i) order by o)
      into places, outcomes, earlier
      from unnest(p_ids, p_keys, p_bodies) with ordinality as t (i, key, b, o)
      left join lateral (
        select user_consent_id, body from consent_submission_keys k where k.workspace_id = p_workspace and k.consent_id = p_consent and k.key = t.key limit 1
      ) k on true
      where t.i <> all (fresh);
    select array_agg(i), array_agg(u), array_agg(d), array_agg(k) into p_ids, p_uids, p_identities, p_kinds
      from unnest(p_ids, p_uids, p_identities, p_kinds) as t (i, u, d, k) where i = any (fresh);
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
    told := head.told_at < p_now - interval '15 minutes';
    shown := told or head.shown_at < p_now - interval '1 second' or head.shown_at > p_now + interval '1 minute';
  end if;

  with given as materialized (
    select t.id, t.uid, t.identity, t.kind, p_granted[t.kind] as granted, s.user_consent_id as stored_id, s.action as stored_action, s.granted as stored_granted
    from unnest(p_ids, p_uids, p_identities, p_kinds) as t (id, uid, identity, kind)
    -- One look-up a submission, whatever the planner holds the table's size to be.
    left join lateral (
      select s.user_consent_id, s.action, s.granted from consent_subjects s where s.workspace_id = p_workspace and s.uid = t.uid and s.consent_id = p_consent limit 1
    ) s on true
  ), placed as materialized (
    select id, uid, identity, kind, granted, stored_id, stored_action, stored_granted, times, nth = times as last,
      coalesce(before_granted, case when p_import is null or stored_id < id then stored_granted end) <> granted is true as changed,
      case when id >= target then target
        else (select b.block from consent_blocks b where b.workspace_id = p_workspace and b.consent_id = p_consent and b.block <= id order by b.block desc limit 1) end as block
    from (select *, lag(granted) over one as before_granted, row_number() over one as nth, count(*) over (partition by uid) as times from given window one as (partition by uid order by id)) as in_turn
  ), written as (
    insert into user_consents (workspace_id, id, consent_id, version, at, uid, identity, action, granted, changed, has_guardian, language, channel, source_id, source, import_id)
    select p_workspace, id, p_consent, p_versions[kind], uuid_extract_timestamp(id), uid, identity, p_actions[kind], granted, changed,
      p_guardians[kind], p_languages[kind], p_channels[kind], sources[kind], case sources[kind] when 0 then p_sources[kind] else '' end, p_import
    from placed
  ), chosen as (
    insert into consent_subjects as s (workspace_id, uid, consent_id, user_consent_id, at, version, action, granted, submissions)
    select p_workspace, uid, p_consent, id, uuid_extract_timestamp(id), p_versions[kind], p_actions[kind], granted, times from placed where last
    on conflict (workspace_id, uid, consent_id) do update set
      submissions = s.submissions + excluded.submissions,
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
      select kind, timezone(interval '7 hours', uuid_extract_timestamp(id))::date as day, coalesce(block, '00000000-0000-0000-0000-000000000000') as block, changed,
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
    told_at = case when told then p_now else c.told_at end,
    shown_at = case when shown then p_now else c.shown_at end
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

-- Cuts blocks of more than 4,000 submissions, as an import of old ones leaves them, into blocks of 2,000.
create function split_consent_blocks(p_workspace uuid, p_consent uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wide record;
  cut integer := 0;
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  perform from consent_counters where workspace_id = p_workspace and consent_id = p_consent for update;
  for wide in
    select block, lead(block) over (order by block) as next, total
    from (select block, sum(submissions) as total from consent_blocks where workspace_id = p_workspace and consent_id = p_consent group by block) as sizes
  loop
    continue when wide.total <= 4000;
    delete from consent_blocks where workspace_id = p_workspace and consent_id = p_consent and block = wide.block;
    insert into consent_blocks (workspace_id, consent_id, block, version, action, changed, source_id, submissions, granted)
    select p_workspace, p_consent, block, version, action, changed, source_id, sum(n), sum_counts(count_bits(granted, n))
    from (
      select case part when 0 then wide.block else first_value(id) over (partition by part order by id) end as block, version, action, changed, source_id, granted, n
      from (
        select id, version, action, changed, source_id, granted, 1::bigint as n, (row_number() over (order by id) - 1) / 2000 as part
        from user_consents
        where workspace_id = p_workspace and consent_id = p_consent and id >= wide.block and (wide.next is null or id < wide.next)
      ) as numbered
    ) as blocked
    group by block, version, action, changed, source_id;
    cut := cut + 1;
  end loop;
  if cut > 0 then
    update consent_counters c set (block, block_size) = (
      select block, sum(submissions) from consent_blocks where workspace_id = p_workspace and consent_id = p_consent group by block order by block desc limit 1)
    where c.workspace_id = p_workspace and c.consent_id = p_consent;
  end if;
  return cut;
end $$;

-- What a data subject chose last; of `p_source` alone when one is given. One round trip: it sets the workspace itself.
create function user_consent_status(p_workspace uuid, p_consent uuid, p_uid bytea, p_source text default null)
returns table (user_consent_id uuid, at timestamptz, version integer, action text, granted bigint) language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  if p_source is null then
    return query select user_consent_id, at, version, action, granted from consent_subjects where workspace_id = p_workspace and uid = p_uid and consent_id = p_consent;
  else
    return query select c.id, c.at, c.version, c.action, c.granted from user_consents c
      left join consent_sources s on s.workspace_id = p_workspace and s.consent_id = p_consent and s.id = c.source_id
      where c.workspace_id = p_workspace and c.uid = p_uid and c.consent_id = p_consent
        -- Whoever withdraws on his own page withdraws everywhere.
        and (coalesce(s.name, c.source) = p_source or c.channel = 'Withdrawal page')
      order by c.id desc limit 1;
  end if;
end $$;

-- The same of many data subjects at once; `place` from 1, those that never answered left out.
create function user_consent_statuses(p_workspace uuid, p_consent uuid, p_uids bytea[])
returns table (place bigint, at timestamptz, version integer, action text, granted bigint) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  return query select u.place, s.at, s.version, s.action, s.granted from unnest(p_uids) with ordinality as u (uid, place)
    -- One look-up each, whatever the planner holds the table's size to be.
    cross join lateral (select at, version, action, granted from consent_subjects where workspace_id = p_workspace and uid = u.uid and consent_id = p_consent limit 1) s;
end $$;

-- ── Receipts ──────────────────────────────────────────────────────────────────────────────────────
-- Keys that sign receipts, of the whole installation; a retired one still checks what it signed.
create table signing_keys (
  id text primary key,                    -- RFC 7638 thumbprint
  public_key jsonb not null,              -- as a JSON Web Key
  private_key bytea not null,             -- sealed with the master key
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table consent_receipts (
  workspace_id uuid not null,
  id uuid not null,                       -- random (UUIDv4): who has it may read the receipt
  user_consent_id uuid not null,
  consent_id uuid not null,
  document bytea not null,                -- the signed receipt (compact JWS), sealed
  key_id text not null references signing_keys,
  issued_by uuid,                         -- personnel; null: the data subject himself
  issued_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, consent_id) references consents on delete cascade,
  foreign key (workspace_id, issued_by) references personnel
);
create index consent_receipts_submission on consent_receipts (workspace_id, user_consent_id, issued_at);

-- ── Imports ───────────────────────────────────────────────────────────────────────────────────────
alter table imports
  add column consent_id uuid,             -- the form that the rows are of
  add column rows_written bigint not null default 0, -- rows of the file that are behind the commit; it goes on after them
  add foreign key (workspace_id, consent_id) references consents on delete cascade;

-- ── Grants and walls ──────────────────────────────────────────────────────────────────────────────
grant select, insert, update on consents to pokpong_app;
grant select, insert on consent_versions, consent_purposes, consent_receipts to pokpong_app;
grant insert (workspace_id, consent_id) on consent_counters to pokpong_app;
grant select on consent_sources, user_consents, consent_subjects, consent_counters, consent_days, consent_blocks to pokpong_app;
grant select, insert, update on signing_keys to pokpong_auth;

call wall('consents');
call wall('consent_versions');
call wall('consent_purposes');
call wall('consent_receipts');
call searchable('consents', $$name$$);
do $$
declare
  target text;
begin
  foreach target in array array['consent_sources', 'user_consents', 'user_consents_other', 'consent_subjects', 'consent_submission_keys', 'consent_token_uses', 'consent_counters', 'consent_days', 'consent_blocks'] loop
    execute format('call wall(%L)', target);
    -- Looked up once a statement, not once a row.
    execute format('create policy ingest on %I to pokpong_ingest using (workspace_id = (select current_workspace())) with check (workspace_id = (select current_workspace()))', target);
  end loop;
  foreach target in array array['consents', 'consent_versions'] loop
    execute format('create policy ingest on %I for select to pokpong_ingest using (workspace_id = current_workspace())', target);
  end loop;
  foreach target in array array['activity_logs', 'outbox'] loop
    execute format('create policy ingest on %I for insert to pokpong_ingest with check (workspace_id = current_workspace())', target);
  end loop;
end $$;
grant select, insert, delete on user_consents, consent_submission_keys, consent_token_uses, consent_blocks, consent_subjects to pokpong_ingest;
grant select, insert on consent_sources, consent_days, consent_blocks to pokpong_ingest;
grant update on consent_subjects, consent_days, consent_blocks, consent_counters to pokpong_ingest;
grant select on consents, consent_versions, consent_counters to pokpong_ingest;
-- A written activity corrects the counts of its day.
grant insert on activity_logs, outbox to pokpong_ingest;
grant select, delete on activity_counts to pokpong_ingest;
create policy ingest on activity_counts to pokpong_ingest using (workspace_id = current_workspace());

-- Once a workspace is gone (later in the transaction that deletes it), what data subjects left in it goes too.
create function forget_user_consents(p_workspace uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.workspace_id', p_workspace::text, true);
  if exists (select from consents where workspace_id = p_workspace) then raise exception 'the workspace still has consent forms'; end if;
  delete from user_consents where workspace_id = p_workspace;
  delete from consent_subjects where workspace_id = p_workspace;
  delete from consent_submission_keys where workspace_id = p_workspace;
  delete from consent_token_uses where workspace_id = p_workspace;
end $$;

grant create on schema public to pokpong_ingest;
alter function record_user_consents owner to pokpong_ingest;
alter function split_consent_blocks owner to pokpong_ingest;
alter function forget_user_consents owner to pokpong_ingest;
revoke create on schema public from pokpong_ingest;
revoke all on function record_user_consents, split_consent_blocks, forget_user_consents from public;
grant execute on function record_user_consents, split_consent_blocks, forget_user_consents to pokpong_app;

-- The sweep forgets keys and tokens that have had their time, and reads nothing else of them.
grant select (created_at), delete on consent_submission_keys to pokpong_system;
grant select (expires_at), delete on consent_token_uses to pokpong_system;
create policy sweeps on consent_submission_keys to pokpong_system using (created_at < now() - interval '7 days');
create policy sweeps on consent_token_uses to pokpong_system using (expires_at < now());
