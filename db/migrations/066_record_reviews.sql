-- Records of processing get a code of their own and a date by which they are reviewed.
alter table applications
  add column process_code text not null default '',
  add column review_on date,
  add column reviewed_at timestamptz,
  add column reviewed_by uuid,
  add foreign key (workspace_id, reviewed_by) references personnel;
create unique index applications_process_code on applications (workspace_id, lower(process_code)) where process_code <> '';
create index applications_review on applications (workspace_id, review_on) where review_on is not null;

-- The search finds the code, too: as `searchable` of migration 003 made the column, which its function reads by name.
alter table applications drop column search_text;
alter table applications add column search_text text collate "C" generated always as (lower(process_code || ' ' || name || ' ' || description)) stored;
create index applications_search_text on applications using gin (workspace_id, search_text gin_trgm_ops);
grant select (search_text) on applications to pokpong_search;

-- When somebody is reminded of a review, and how many months later the next one is proposed.
create table review_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  months integer not null default 12 check (months between 1 and 60),
  alert_days integer[] not null default '{30,7,0}',
  row_version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  foreign key (workspace_id, updated_by) references personnel
);
grant select, insert, update on review_settings to pokpong_app;
call wall('review_settings');
