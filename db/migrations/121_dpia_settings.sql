-- What impact assessments are made by, one framework for each variant: assessments copy it when they begin.

-- Edition of the built-in content that a workspace has; a node of a later release brings what was added since.
alter table workspaces add column dpia_settings_edition integer not null default 0;

create table dpia_frameworks (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  variant text not null check (variant in ('CURRENT', 'OLDER')),
  width smallint not null check (width between 3 and 5),
  scales jsonb not null,                  -- of each width the words and bands, those not in use too: dpiaScale of shared/dpia/framework.ts
  data_risk jsonb not null,               -- dataRiskRow of shared/dpia/framework.ts; of the older variant none
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, variant),
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);

-- Items of an assessment under the act.
create table dpia_items (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  variant text not null check (variant in ('CURRENT', 'OLDER')),
  content jsonb not null,                 -- pdpaItemFields of shared/dpiaSettings/schema.ts
  active boolean not null default true,
  built_in boolean not null default false,
  position integer not null,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index dpia_items_position on dpia_items (workspace_id, variant, position, id);

-- Worst cases that an assessment may begin from.
create table dpia_worst_cases (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  variant text not null check (variant in ('CURRENT', 'OLDER')),
  content jsonb not null,                 -- worstCaseFields of shared/dpiaSettings/schema.ts
  active boolean not null default true,
  built_in boolean not null default false,
  position integer not null,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index dpia_worst_cases_position on dpia_worst_cases (workspace_id, variant, position, id);

grant select, insert, update, delete on dpia_frameworks, dpia_items, dpia_worst_cases to pokpong_app;
call wall('dpia_frameworks');
call wall('dpia_items');
call wall('dpia_worst_cases');
