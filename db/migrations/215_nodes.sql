-- What a node says of itself beside its keys, for the console (docs/decisions/104); null: of an earlier version.
alter table node_keys add column version text, add column started_at timestamptz;
