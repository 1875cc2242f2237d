-- What an import took the columns and the texts of a file for, by the headings of the file: the next file with the same
-- headings is read alike (docs/decisions/050). Of the file itself only its headings and the texts that needed a meaning
-- are in it.
create table import_mappings (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null references import_kinds,
  headings_hash text not null,            -- SHA-256 of the headings in any order, without what people write differently
  headings jsonb not null,                -- the headings of that file by their columns, to find them in the next one
  mapping jsonb not null,
  used_by uuid not null,
  used_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, kind, headings_hash),
  foreign key (workspace_id, used_by) references personnel
);
create index import_mappings_used_by on import_mappings (workspace_id, used_by);
grant select, insert, update, delete on import_mappings to pokpong_app;
call wall('import_mappings');
