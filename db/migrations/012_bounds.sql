-- Bounds on what one person can set off: mails about one line, files that wait for their record.

-- When somebody was last mailed about a line: the same is not mailed again within an hour, however often it is his turn.
create table approval_mails (
  workspace_id uuid not null,
  line_id uuid not null,
  personnel_id uuid not null,
  kind text not null check (kind in ('turn', 'reminder')),
  mailed_at timestamptz not null,
  primary key (workspace_id, line_id, personnel_id, kind),
  foreign key (workspace_id, line_id) references approval_lines on delete cascade,
  foreign key (workspace_id, personnel_id) references personnel on delete cascade
);
grant select, insert, update on approval_mails to pokpong_app;
call wall('approval_mails');

-- A PDF with a script, a start of programs or files inside: never evidence, whatever it was uploaded as.
alter table files add column active_content boolean not null default false;
-- What a person has uploaded that no record shows yet.
create index files_waiting on files (workspace_id, uploaded_by) where not attached;
