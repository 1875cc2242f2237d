-- What data subjects are answered with: a letter, files, the package they are handed over in, and proof of delivery.

create table request_answer_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  expiry_days integer not null default 14 check (expiry_days between 1 and 90),
  download_limit integer not null default 3 check (download_limit between 1 and 20),
  row_version integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  foreign key (workspace_id, updated_by) references personnel
);
grant select, insert, update on request_answer_settings to pokpong_app;
call wall('request_answer_settings');

create table request_answers (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  request_id uuid not null,
  request_right_id uuid not null,
  letter bytea not null,                  -- sealed: what staff write in it (AnswerLetter of shared/requestAnswer)
  status text not null default 'DRAFT' check (status in ('DRAFT', 'QUEUED', 'BUILDING', 'READY', 'FAILED', 'WITHDRAWN', 'EXPIRED')),
  attempts integer not null default 0,
  progress smallint not null default 0 check (progress between 0 and 100),
  failure text,
  password bytea,                         -- sealed, only while the package is built
  package_id uuid,                        -- the encrypted archive; null while there is none
  contents bytea,                         -- sealed: names, sizes and hashes of what is in it
  sha256 text,                            -- of the archive, hex
  size bigint,
  expiry_days integer not null default 14,
  download_limit integer not null default 3,
  downloads integer not null default 0,
  released_by uuid,
  released_at timestamptz,
  ready_at timestamptz,
  expires_at timestamptz,
  row_version integer not null default 1,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, request_right_id),
  check (package_id is null or status = 'READY'),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, request_right_id) references request_rights on delete cascade,
  foreign key (workspace_id, package_id) references files,
  foreign key (workspace_id, released_by) references personnel,
  foreign key (workspace_id, updated_by) references personnel
);
create index request_answers_request on request_answers (workspace_id, request_id);
create index request_answers_expiry on request_answers (workspace_id, expires_at) where status = 'READY';
create index request_answers_package on request_answers (workspace_id, package_id) where package_id is not null;
grant select, insert, update on request_answers to pokpong_app;
call wall('request_answers');

create table request_answer_files (
  workspace_id uuid not null,
  id uuid not null,
  answer_id uuid not null,
  position integer not null,
  name text not null,
  type text not null,
  size bigint not null,
  original_id uuid not null,
  redacted_id uuid,                       -- what is sent in its place
  redacted_size bigint,
  redacted_sha256 text,
  boxes bytea,                            -- sealed: the places that are blacked out
  redacted_by uuid,
  redacted_at timestamptz,
  added_by uuid not null,
  added_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, answer_id) references request_answers on delete cascade,
  foreign key (workspace_id, original_id) references files,
  foreign key (workspace_id, redacted_id) references files,
  foreign key (workspace_id, redacted_by) references personnel,
  foreign key (workspace_id, added_by) references personnel
);
create index request_answer_files_answer on request_answer_files (workspace_id, answer_id, position);
grant select, insert, update, delete on request_answer_files to pokpong_app;
call wall('request_answer_files');

-- Proof of delivery: when and how an answer was taken, without an address.
create table request_answer_reads (
  workspace_id uuid not null,
  id uuid not null,
  answer_id uuid not null,
  how text not null check (how in ('DOWNLOAD', 'VIEW', 'STAFF')),
  by uuid,                                -- null: the data subject
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, answer_id) references request_answers on delete cascade,
  foreign key (workspace_id, by) references personnel
);
create index request_answer_reads_answer on request_answer_reads (workspace_id, answer_id, at);
grant select, insert on request_answer_reads to pokpong_app;
call wall('request_answer_reads');
