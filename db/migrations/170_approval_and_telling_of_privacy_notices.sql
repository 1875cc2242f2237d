-- Approval lines over privacy notices, and what people are sent of a version.

alter table approval_defaults drop constraint approval_defaults_report_type_check;
alter table approval_defaults add constraint approval_defaults_report_type_check check (report_type in ('ROPA', 'DPIA', 'NOTICE'));
alter table approval_lines drop constraint approval_lines_report_type_check;
alter table approval_lines add constraint approval_lines_report_type_check check (report_type in ('ROPA', 'DPIA', 'NOTICE'));
-- A line over a notice names it in place of an application; its name stays in application_name once it is deleted.
alter table approval_lines add column privacy_notice_id uuid;
alter table approval_lines add foreign key (workspace_id, privacy_notice_id) references privacy_notices on delete set null (privacy_notice_id);
create index approval_lines_notice on approval_lines (workspace_id, privacy_notice_id) where privacy_notice_id is not null;

-- A version of a notice that people are written to about: once a version. Its mails stand in mail_deliveries, one a person.
create table privacy_notice_mailings (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  privacy_notice_id uuid not null,
  version integer not null,
  people integer not null,                -- whose consent was on file when it was started
  looked_at integer not null default 0,   -- of them, whose address was looked for
  without_address integer not null default 0,
  last_uid bytea,                         -- up to whom, in the order of their keyed hashes
  ended_at timestamptz,                   -- everybody was looked at
  started_by uuid,
  started_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, privacy_notice_id, version),
  foreign key (workspace_id, privacy_notice_id, version) references privacy_notice_versions (workspace_id, privacy_notice_id, version),
  foreign key (workspace_id, started_by) references personnel
);
grant select, insert, update on privacy_notice_mailings to pokpong_app;
call wall('privacy_notice_mailings');
