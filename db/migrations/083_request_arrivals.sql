-- What came with a request that a data subject sent: a retry makes no second one, and a token vouches for one alone.
create table request_arrivals (
  workspace_id uuid not null,
  id uuid not null,                       -- of the request
  key bytea,                              -- SHA-256 of its Idempotency-Key
  body bytea not null,                    -- keyed hash of what was sent, to tell a retry from another request
  token bytea,                            -- SHA-256 of the jti of the token that vouched for the data subject
  consent_id uuid,                        -- the consent form that it is about, where the sender named one
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references requests on delete cascade,
  foreign key (workspace_id, consent_id) references consents on delete set null (consent_id)
);
create unique index request_arrivals_key on request_arrivals (workspace_id, key) where key is not null;
create unique index request_arrivals_token on request_arrivals (workspace_id, token) where token is not null;
create index request_arrivals_consent on request_arrivals (workspace_id, consent_id) where consent_id is not null;
grant select, insert on request_arrivals to pokpong_app;
call wall('request_arrivals');
