-- Searching by text. Row-level security lets only leakproof operators use an index beside its own condition, and LIKE is
-- none (docs/decisions/009). So one role may read the searched texts and nothing else, and owns the functions that answer
-- the ids of the current workspace's rows. Nobody signs in as it.
do $$
begin
  perform pg_advisory_xact_lock(hashtext('pokpong roles'));
  begin
    create role pokpong_search nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    grant pokpong_search to current_user;
  exception when others then null;
  end;
end $$;
grant usage on schema public to pokpong_search;

-- Gives a workspace table a lower-cased copy of the text it is searched by, its trigram index, and the function
-- <table>_search(pattern, at_most): ids of this workspace's rows whose text is LIKE the pattern; null means no limit.
create procedure searchable(target text, searched text) language plpgsql as $$
begin
  execute format('alter table %I add column search_text text collate "C" generated always as (lower(%s)) stored', target, searched);
  execute format('create index %I on %I using gin (workspace_id, search_text gin_trgm_ops)', target || '_search_text', target);
  execute format('grant select (workspace_id, id, search_text) on %I to pokpong_search', target);
  execute format('create policy searches on %I for select to pokpong_search using (true)', target);
  execute format(
    'create function %I(pattern text, at_most bigint) returns setof uuid language sql stable security definer rows 100 '
    'set search_path = pg_catalog, public, pg_temp as %L',
    target || '_search',
    format('select id from public.%I where workspace_id = public.current_workspace() and search_text like lower(pattern) collate "C" limit at_most', target)
  );
  execute format('revoke execute on function %I(text, bigint) from public', target || '_search');
  execute format('grant execute on function %I(text, bigint) to pokpong_app', target || '_search');
  grant create on schema public to pokpong_search;
  execute format('alter function %I(text, bigint) owner to pokpong_search', target || '_search');
  revoke create on schema public from pokpong_search;
end $$;

-- How many drafts and published records a workspace has, so that a total costs one row and not a count of them.
-- `changes` rises with every statement that touches the records: what was counted under one value holds while it stays.
create table record_totals (
  workspace_id uuid not null references workspaces on delete cascade,
  record text not null check (record in ('applications', 'purposes')),
  drafts bigint not null default 0,
  published bigint not null default 0,
  changes bigint not null default 0,
  primary key (workspace_id, record)
);
grant select, insert, update on record_totals to pokpong_app;
call wall('record_totals');

create function total_records() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_totals (workspace_id, record, drafts, published, changes)
    select workspace_id, tg_table_name, count(*) filter (where status = 'draft'), count(*) filter (where status = 'published'), 1
    from fresh group by workspace_id order by workspace_id
    on conflict (workspace_id, record) do update
      set drafts = record_totals.drafts + excluded.drafts, published = record_totals.published + excluded.published, changes = record_totals.changes + 1;
  elsif tg_op = 'UPDATE' then
    update record_totals t set drafts = t.drafts + d.drafts, published = t.published + d.published, changes = t.changes + 1
    from (
      select workspace_id, sum(step) filter (where status = 'draft') as drafts, sum(step) filter (where status = 'published') as published
      from (select workspace_id, status, 1 as step from fresh union all select workspace_id, status, -1 from stale) moved
      group by workspace_id
    ) as sums (workspace_id, d_drafts, d_published), lateral (select coalesce(d_drafts, 0) as drafts, coalesce(d_published, 0) as published) d
    where t.workspace_id = sums.workspace_id and t.record = tg_table_name;
  else
    update record_totals t set drafts = t.drafts - d.drafts, published = t.published - d.published, changes = t.changes + 1
    from (
      select workspace_id, count(*) filter (where status = 'draft') as drafts, count(*) filter (where status = 'published') as published
      from stale group by workspace_id
    ) d
    where t.workspace_id = d.workspace_id and t.record = tg_table_name;
  end if;
  return null;
end $$;

create procedure totalled(target text) language plpgsql as $$
begin
  execute format('create trigger total_inserted after insert on %I referencing new table as fresh for each statement execute function total_records()', target);
  execute format('create trigger total_updated after update on %I referencing old table as stale new table as fresh for each statement execute function total_records()', target);
  execute format('create trigger total_deleted after delete on %I referencing old table as stale for each statement execute function total_records()', target);
end $$;

-- Words a workspace chooses from and may add to: data subject groups, storage systems, destruction methods,
-- departments, security measures, lines of work, sources of data.
create table catalogue_items (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('dataSubjectGroup', 'storageSystem', 'destructionMethod', 'department', 'securityMeasure', 'lineOfWork', 'dataSource')),
  name_th text not null,
  name_en text not null default '',
  built_in boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index catalogue_items_name on catalogue_items (workspace_id, kind, lower(name_th));

create table pii_categories (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name_th text not null,
  name_en text not null,
  description_th text not null default '',
  description_en text not null default '',
  example text not null default '',
  sensitive boolean not null default false,   -- section 26 data
  active boolean not null default true,
  built_in boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index pii_categories_name on pii_categories (workspace_id, md5(lower(name_th)));

create table purpose_categories (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name_th text not null,
  name_en text not null,
  description_th text not null,
  description_en text not null,
  detail text not null default '',
  built_in boolean not null default false,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create unique index purpose_categories_name on purpose_categories (workspace_id, md5(lower(name_th)));
create index purpose_categories_updated on purpose_categories (workspace_id, updated_at, id);

create table applications (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  description text not null,
  data_controller_id uuid not null,
  line_of_work_id uuid,
  data_source_id uuid,
  data_subject_count bigint,
  processing_frequency text check (processing_frequency in ('once', 'continuous', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'onRequest')),
  status text not null default 'draft' check (status in ('draft', 'published')),
  published_version integer not null default 0,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, data_controller_id) references data_controllers,
  foreign key (workspace_id, line_of_work_id) references catalogue_items,
  foreign key (workspace_id, data_source_id) references catalogue_items,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
-- A name may have 1,000 Thai letters of three bytes, more than an index entry holds: hence its hash, and its beginning below.
create unique index applications_unique_name on applications (workspace_id, md5(lower(name)));
-- One for each column of the list that sorts; read backwards they serve the other direction.
create index applications_updated on applications (workspace_id, updated_at, id);
create index applications_created on applications (workspace_id, created_at, id);
create index applications_name on applications (workspace_id, (left(name, 200)) collate thai, id);
create index applications_status on applications (workspace_id, status, id);
create index applications_subjects on applications (workspace_id, coalesce(data_subject_count, -1), id);
create index applications_status_updated on applications (workspace_id, status, updated_at, id);
create index applications_controller on applications (workspace_id, data_controller_id, updated_at, id);

create table purposes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  title_th text not null,
  title_en text not null,
  description_th text not null,
  description_en text not null,
  is_primary boolean not null default false,
  purpose_category_id uuid,
  lawful_bases text[] not null default '{}',
  sensitive_exemptions text[] not null default '{}',
  retention_indefinite boolean not null default false,
  retention_amount integer check (retention_amount > 0),
  retention_unit text check (retention_unit in ('day', 'month', 'year')),
  retention_note text not null default '',
  responsible_department_id uuid,
  responsible_personnel_id uuid,
  third_party_disclosure boolean not null default false,
  internal_sharing boolean not null default false,
  -- { purpose: [{ answer, explanation }], necessity: […], balancing: […] }
  legitimate_interest jsonb,
  status text not null default 'draft' check (status in ('draft', 'published')),
  published_version integer not null default 0,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, purpose_category_id) references purpose_categories,
  foreign key (workspace_id, responsible_department_id) references catalogue_items,
  foreign key (workspace_id, responsible_personnel_id) references personnel,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index purposes_updated on purposes (workspace_id, updated_at, id);
create index purposes_created on purposes (workspace_id, created_at, id);
create index purposes_title on purposes (workspace_id, (left(title_th, 200)) collate thai, id);
create index purposes_status on purposes (workspace_id, status, id);
create index purposes_status_updated on purposes (workspace_id, status, updated_at, id);
create index purposes_category on purposes (workspace_id, purpose_category_id, updated_at, id);

-- Data subject groups, storage systems, destruction methods and security measures of a purpose.
create table purpose_catalogue_items (
  workspace_id uuid not null,
  purpose_id uuid not null,
  item_id uuid not null,
  primary key (workspace_id, purpose_id, item_id),
  foreign key (workspace_id, purpose_id) references purposes on delete cascade,
  foreign key (workspace_id, item_id) references catalogue_items
);
create index purpose_catalogue_items_item on purpose_catalogue_items (workspace_id, item_id);

create table purpose_pii_categories (
  workspace_id uuid not null,
  purpose_id uuid not null,
  pii_category_id uuid not null,
  primary key (workspace_id, purpose_id, pii_category_id),
  foreign key (workspace_id, purpose_id) references purposes on delete cascade,
  foreign key (workspace_id, pii_category_id) references pii_categories
);
create index purpose_pii_categories_category on purpose_pii_categories (workspace_id, pii_category_id);

create table purpose_third_parties (
  workspace_id uuid not null,
  id uuid not null,
  purpose_id uuid not null,
  name text not null,
  country text not null default 'TH' check (country ~ '^[A-Z]{2}$'),
  contract text not null,
  position integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, purpose_id) references purposes on delete cascade
);
create index purpose_third_parties_purpose on purpose_third_parties (workspace_id, purpose_id, position);

create table purpose_internal_applications (
  workspace_id uuid not null,
  purpose_id uuid not null,
  application_id uuid not null,
  primary key (workspace_id, purpose_id, application_id),
  foreign key (workspace_id, purpose_id) references purposes on delete cascade,
  foreign key (workspace_id, application_id) references applications
);
create index purpose_internal_applications_application on purpose_internal_applications (workspace_id, application_id);

create table application_purposes (
  workspace_id uuid not null,
  application_id uuid not null,
  purpose_id uuid not null,
  position integer not null,
  primary key (workspace_id, application_id, purpose_id),
  foreign key (workspace_id, application_id) references applications on delete cascade,
  foreign key (workspace_id, purpose_id) references purposes
);
create index application_purposes_purpose on application_purposes (workspace_id, purpose_id);

-- Published versions: rows that nobody may change (no UPDATE or DELETE is granted). They outlive their document,
-- so that what was published stays provable: hence no foreign key to it.
create table purpose_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  purpose_id uuid not null,
  version integer not null,
  content jsonb not null,
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, purpose_id, version),
  foreign key (workspace_id, published_by) references personnel
);

create table application_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  version integer not null,
  content jsonb not null,
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, application_id, version),
  foreign key (workspace_id, published_by) references personnel
);

grant select, insert, update, delete on catalogue_items, pii_categories, purpose_categories, applications, purposes,
  purpose_catalogue_items, purpose_pii_categories, purpose_third_parties, purpose_internal_applications, application_purposes to pokpong_app;
grant select, insert on purpose_versions, application_versions to pokpong_app;

call wall('catalogue_items');
call wall('pii_categories');
call wall('purpose_categories');
call wall('applications');
call wall('purposes');
call wall('purpose_catalogue_items');
call wall('purpose_pii_categories');
call wall('purpose_third_parties');
call wall('purpose_internal_applications');
call wall('application_purposes');
call wall('purpose_versions');
call wall('application_versions');

call searchable('applications', $$name || ' ' || description$$);
call searchable('purposes', $$title_th || ' ' || title_en || ' ' || description_th || ' ' || description_en$$);
call totalled('applications');
call totalled('purposes');
