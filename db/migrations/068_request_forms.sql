-- Data-subject requests, first part: the rights that a workspace answers, and the forms by which they are asked for.

-- Edition of the built-in rights that a workspace has; a node of a later release brings what was added since.
alter table workspaces add column data_right_edition integer not null default 0;

create table data_rights (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  code text not null,                     -- of a built-in right one of RIGHT_CODES (shared/dataRight), else CUSTOM
  name_th text not null,
  name_en text not null,
  description_th text not null,
  description_en text not null,
  example_th text not null default '',
  example_en text not null default '',
  days integer not null check (days between 1 and 365), -- calendar days to answer in
  active boolean not null default true,
  built_in boolean not null default false,
  position integer not null,              -- order in which they are listed and offered
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create unique index data_rights_code on data_rights (workspace_id, code) where built_in;
create unique index data_rights_name on data_rights (workspace_id, md5(lower(name_th)));
create index data_rights_position on data_rights (workspace_id, position, id);

create table request_forms (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  name text not null,
  description text not null,
  content jsonb not null,                 -- the draft: requestFormDraft of shared/requestForm/schema.ts
  settings jsonb not null,                -- how requests come in: requestFormSettings of shared/requestForm/settings.ts
  secret bytea,                           -- of the tokens that a site vouches for its customers with, sealed; null until made
  status text not null default 'draft' check (status in ('draft', 'published')),
  active boolean not null default true,
  published_version integer not null default 0,
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
create index request_forms_updated on request_forms (workspace_id, updated_at, id);
create index request_forms_created on request_forms (workspace_id, created_at, id);
create index request_forms_name on request_forms (workspace_id, name collate thai, id);

-- What data subjects were shown, for good.
create table request_form_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  request_form_id uuid not null,
  version integer not null,
  content jsonb not null,                 -- requestFormContent of shared/requestForm/schema.ts
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, request_form_id, version),
  foreign key (workspace_id, published_by) references personnel
);

grant select, insert, update, delete on data_rights, request_forms to pokpong_app;
grant select, insert on request_form_versions to pokpong_app;
call wall('data_rights');
call wall('request_forms');
call wall('request_form_versions');
call searchable('request_forms', $$name || ' ' || description$$);
