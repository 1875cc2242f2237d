create table data_controllers (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name_th text not null,
  name_en text not null default '',
  contact_person text not null,
  address text not null,
  country text not null default 'TH' check (country ~ '^[A-Z]{2}$'),
  phone text not null,
  email text not null,
  website text not null default '',
  privacy_policy_url text not null default '',
  logo_id uuid,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, logo_id) references files,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index data_controllers_updated on data_controllers (workspace_id, updated_at desc, id);
create index data_controllers_search on data_controllers using gin (workspace_id, (name_th || ' ' || name_en || ' ' || contact_person || ' ' || email) gin_trgm_ops);
-- The first 200 letters: an index entry holds 2,704 bytes at most, and a Thai letter takes three.
create index data_controllers_name on data_controllers (workspace_id, (left(name_th, 200)) collate thai, id);
grant select, insert, update, delete on data_controllers to pokpong_app;
call wall('data_controllers');

-- Searching is ILIKE over trigram indexes. Under row-level security Postgres takes an index only for functions that
-- cannot tell a caller about rows he may not see; ILIKE is not marked so, though it never fails on a row's content
-- (its pattern is escaped by us, and every query names its workspace besides). Only a superuser may say so; where
-- the database's owner is none, the searches give the same answers and take longer.
do $$
begin
  alter function texticlike(text, text) leakproof;
exception when insufficient_privilege then null;
end $$;

-- Activity by Bangkok day and module, for days that are over: such rows never change, so a list of a million rows
-- knows its total, and the day a far page begins in, without counting. Module '' is all modules together; its newest
-- row marks how far the counts go.
-- Filled by whoever lists first on a later day (server/modules/activityLog/counts.ts).
create table activity_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  module text not null,
  entries bigint not null,
  primary key (workspace_id, day, module)
);
grant select, insert, delete on activity_counts to pokpong_app;
grant select, delete on activity_counts to pokpong_auth;
call wall('activity_counts');
create policy sign_in on activity_counts to pokpong_auth using (true);

-- Rows written into a day already counted (an import, a clock set back) undo the counts from that day on.
create function forget_activity_counts() returns trigger language plpgsql as $$
begin
  delete from activity_counts counted
  using (select workspace_id, min((created_at at time zone 'Asia/Bangkok')::date) as day from added group by workspace_id) late
  where counted.workspace_id = late.workspace_id and counted.day >= late.day;
  return null;
end $$;
create trigger forget_activity_counts after insert on activity_logs
  referencing new table as added for each statement execute function forget_activity_counts();

create index activity_logs_actor on activity_logs (workspace_id, actor_id, created_at desc, id desc);
