-- Privacy notices: what an organisation tells data subjects under section 23, written from the published register.

create table privacy_notices (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('customer', 'employee', 'applicant', 'visitor', 'vendor', 'website')),
  data_controller_id uuid not null,
  content jsonb not null,                 -- the draft: noticeDraft of shared/privacyNotice/draft.ts
  status text not null default 'draft' check (status in ('draft', 'published')),
  published_version integer not null default 0,
  review_on date,                         -- of the newest version
  drifted_at timestamptz,                 -- since when the register says otherwise than the newest version; null while it holds
  withdrawn boolean not null default false, -- no longer offered; its versions stay readable
  row_version integer not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, data_controller_id) references data_controllers,
  foreign key (workspace_id, created_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index privacy_notices_updated on privacy_notices (workspace_id, updated_at, id);
create index privacy_notices_created on privacy_notices (workspace_id, created_at, id);
create index privacy_notices_name on privacy_notices (workspace_id, name collate thai, id);
create index privacy_notices_controller on privacy_notices (workspace_id, data_controller_id);

-- The applications that a notice speaks of, as its draft names them: so that a change of one finds its notices.
create table privacy_notice_applications (
  workspace_id uuid not null references workspaces on delete cascade,
  privacy_notice_id uuid not null,
  application_id uuid not null,
  primary key (workspace_id, privacy_notice_id, application_id),
  foreign key (workspace_id, privacy_notice_id) references privacy_notices on delete cascade,
  foreign key (workspace_id, application_id) references applications
);
create index privacy_notice_applications_application on privacy_notice_applications (workspace_id, application_id);

-- What data subjects were told, for good.
create table privacy_notice_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  privacy_notice_id uuid not null,
  version integer not null,
  content jsonb not null,                 -- noticeContent of shared/privacyNotice/content.ts
  sha256 text not null,                   -- of the content as canonical JSON (RFC 8785), hex
  sha256_th text not null,                -- of its Thai text alone, and of its English one
  sha256_en text not null,
  effective_on date not null,             -- the first day on which it is in force, in Bangkok
  tell_again boolean not null default false, -- people are to be told again of what differs from the version before
  reason text not null default '',        -- why they need not, or what changed, in words
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, privacy_notice_id, version),
  foreign key (workspace_id, published_by) references personnel
);

grant select, insert, update, delete on privacy_notices, privacy_notice_applications to pokpong_app;
grant select, insert on privacy_notice_versions to pokpong_app;
call wall('privacy_notices');
call wall('privacy_notice_applications');
call wall('privacy_notice_versions');
call searchable('privacy_notices', $$name$$);
