-- Impact assessments: the draft of each, and what was published of it.
create table dpias (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  -- OLDER is the variant of spec 2 section 2 (dpia-version-1): another scale and other settings, the same record.
  variant text not null check (variant in ('CURRENT', 'OLDER')),
  application_id uuid not null,
  name text not null,
  reason text not null,
  status text not null default 'NEW' check (status in ('NEW', 'NOTREQUIRED', 'DRAFT', 'PUBLISHED')),
  content jsonb not null,                 -- the draft: dpiaDraft of shared/dpia/content.ts
  framework jsonb not null,               -- scale, questions and items it is made with: dpiaFramework of shared/dpia/framework.ts
  suggestion jsonb not null,              -- what the register said when it was created: dpiaSuggestion of shared/dpia/decision.ts
  -- Derived from the draft with every write, for lists and figures.
  required text not null default 'UNDECIDED' check (required in ('YES', 'NO', 'UNDECIDED')),
  data_risk_level smallint check (data_risk_level between 1 and 3),
  initial_risk text check (initial_risk in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),  -- of its worst cases the highest
  residual_risk text check (residual_risk in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),
  -- Of the treatment plans of the published version; null: it has none.
  treatment_status text check (treatment_status in ('INPROGRESS', 'PENDING', 'RESOLVED', 'REJECTED')),
  published_version integer not null default 0,
  review_on date,                         -- of the published version
  register_changed_at timestamptz,        -- when what the published version says of the register became outdated
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index dpias_updated on dpias (workspace_id, variant, updated_at, id);
create index dpias_created on dpias (workspace_id, variant, created_at, id);
create index dpias_name on dpias (workspace_id, variant, name collate thai, id);
create index dpias_status on dpias (workspace_id, variant, status, updated_at, id);
create index dpias_review on dpias (workspace_id, variant, review_on, id);
create index dpias_application on dpias (workspace_id, application_id);

-- What was assessed, for good: a published version.
create table dpia_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  dpia_id uuid not null,
  version integer not null,
  content jsonb not null,                 -- dpiaContent of shared/dpia/content.ts
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, dpia_id, version),
  foreign key (workspace_id, published_by) references personnel
);

grant select, insert, update, delete on dpias to pokpong_app;
grant select, insert on dpia_versions to pokpong_app;
call wall('dpias');
call wall('dpia_versions');
call searchable('dpias', $$name || ' ' || reason$$);

-- That an assessment was not required: what was decided, by whom and why. One for each time it was decided, for good.
create table dpia_decisions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  dpia_id uuid not null,
  number integer not null,                -- of the decision, from 1 in each assessment
  content jsonb not null,                 -- dpiaDecision of shared/dpia/content.ts
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  decided_by uuid,
  decided_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, dpia_id, number),
  foreign key (workspace_id, decided_by) references personnel
);
grant select, insert on dpia_decisions to pokpong_app;
call wall('dpia_decisions');
