-- Words by which rights are answered, per right and outcome, with their published versions.

-- Edition of the built-in templates that a workspace has; a node of a later release brings what was added since.
alter table workspaces add column answer_template_edition integer not null default 0;

create table answer_templates (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  right_code text,                        -- one of RIGHT_CODES (shared/dataRight); null: of any right
  outcome text not null check (outcome in ('COMPLETED', 'REFUSED', 'EXTENDED', 'QUESTION')),
  name_th text not null,
  name_en text not null,
  content jsonb not null,                 -- the draft: answerTemplateDraft of shared/answerTemplate/schema.ts
  active boolean not null default true,
  built_in text,                          -- key of a template that came with the workspace; null: one of its own
  status text not null default 'draft' check (status in ('draft', 'published')),
  published_version integer not null default 0,
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create unique index answer_templates_built_in on answer_templates (workspace_id, built_in) where built_in is not null;
create index answer_templates_outcome on answer_templates (workspace_id, outcome, right_code);

create table answer_template_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  answer_template_id uuid not null,
  version integer not null,
  content jsonb not null,                 -- answerTemplateContent of shared/answerTemplate/schema.ts
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, answer_template_id, version),
  foreign key (workspace_id, published_by) references personnel
);

grant select, insert, update, delete on answer_templates to pokpong_app;
grant select, insert on answer_template_versions to pokpong_app;
call wall('answer_templates');
call wall('answer_template_versions');
