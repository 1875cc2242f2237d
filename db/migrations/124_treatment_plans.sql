-- Treatment plans: what is done about a residual risk that an assessment was published with, by whom and by when.
create table treatment_plans (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  dpia_id uuid not null,
  dpia_version integer not null,
  worst_case_id uuid not null,            -- of the content of that version
  application_id uuid not null,
  variant text not null check (variant in ('CURRENT', 'OLDER')),
  assessment text not null,               -- name of the assessment, as it was published
  title_th text not null,                 -- of the worst case
  title_en text not null,
  status text not null default 'NEW' check (status in ('NEW', 'INPROGRESS', 'PENDING', 'RESOVLED', 'REJECTED')), -- spelt as spec 2 section 4 has it
  method text not null check (method in ('REDUCTION', 'TRANSFERENCE', 'AVOIDANCE', 'ACCEPTANCE')),
  detail text not null,
  measures jsonb not null default '[]',   -- texts, in order
  residual_risk text not null check (residual_risk in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),
  expected_risk text check (expected_risk in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),
  expected_on date not null,
  assignee_id uuid,
  assigned_by uuid,
  assigned_at timestamptz,
  -- What was found when it was handed in: predictability, manageability, disassociability.
  residual_p text check (residual_p in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),
  residual_m text check (residual_m in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),
  residual_d text check (residual_d in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),
  resolution text not null default '',
  submitted_by uuid,
  submitted_at timestamptz,
  reason text not null default '',        -- of the newest revert, rejection or reopening
  closed_by uuid,
  closed_at timestamptz,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, dpia_id, dpia_version, worst_case_id),
  foreign key (workspace_id, dpia_id) references dpias,
  foreign key (workspace_id, application_id) references applications,
  foreign key (workspace_id, assignee_id) references personnel,
  foreign key (workspace_id, assigned_by) references personnel,
  foreign key (workspace_id, submitted_by) references personnel,
  foreign key (workspace_id, closed_by) references personnel,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index treatment_plans_updated on treatment_plans (workspace_id, updated_at, id);
create index treatment_plans_expected on treatment_plans (workspace_id, expected_on, id);
create index treatment_plans_status on treatment_plans (workspace_id, status, expected_on, id);
create index treatment_plans_assignee on treatment_plans (workspace_id, assignee_id, status, expected_on, id);
create index treatment_plans_application on treatment_plans (workspace_id, application_id);
grant select, insert, update on treatment_plans to pokpong_app;
call wall('treatment_plans');
call searchable('treatment_plans', $$title_th || ' ' || title_en || ' ' || assessment$$);

-- What was done for a plan, as whoever carries it out records it.
create table treatment_plan_actions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  plan_id uuid not null,
  happened_at timestamptz not null,
  detail text not null,
  file_id uuid,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, plan_id) references treatment_plans on delete cascade,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index treatment_plan_actions_plan on treatment_plan_actions (workspace_id, plan_id, happened_at, id);
grant select, insert, update, delete on treatment_plan_actions to pokpong_app;
call wall('treatment_plan_actions');
