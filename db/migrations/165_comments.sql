-- Comments on fields of records: threads, each begun by its first comment.
create table comments (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  entity text not null,                   -- a kind of record that a module declares under `comments`
  entity_id uuid not null,
  field text not null,                    -- path of the field; empty: the record as a whole
  thread_id uuid not null,                -- the first comment of its thread, which is its own
  body text not null,
  mentions uuid[] not null default '{}',  -- personnel
  resolved_by uuid,                       -- of the first comment of a thread alone
  resolved_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, thread_id) references comments on delete cascade,
  foreign key (workspace_id, resolved_by) references personnel,
  foreign key (workspace_id, created_by) references personnel,
  check (resolved_at is null or thread_id = id)
);
create index comments_record on comments (workspace_id, entity, entity_id, id);
create index comments_thread on comments (workspace_id, thread_id);
grant select, insert, update, delete on comments to pokpong_app;
call wall('comments');
