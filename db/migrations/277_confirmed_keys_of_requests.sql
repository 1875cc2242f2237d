-- By which of what a request states its data subject is looked up: what was confirmed to be theirs. The email is also
-- confirmed while its code counts (request_links). And when a token of the form confirmed the data subject, until they
-- get another user or another email.
alter table requests
  add column known_keys text[] not null default '{}' check (known_keys <@ array['uid', 'email', 'telephone']),
  add column token_at timestamptz;

alter table requests no force row level security;
update requests set known_keys = '{uid}', token_at = verified_at where verified_how = 'TOKEN' and uid_hash is not null;
alter table requests force row level security;
