-- Corrections of what was entered of a request, the fee of a right, and the board.
create table request_corrections (
  workspace_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  changes bytea not null,                 -- sealed: what each field said before and says now
  by uuid not null,
  at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references requests on delete cascade,
  foreign key (workspace_id, by) references personnel
);
create index request_corrections_request on request_corrections (workspace_id, request_id, at, id);
grant select, insert on request_corrections to pokpong_app;
call wall('request_corrections');

-- The amount is that of the form's version (request_rights.fee). It changes no clock.
alter table request_rights
  add column fee_state text check (fee_state in ('REQUESTED', 'PAID', 'WAIVED')),
  add column fee_at timestamptz,
  add column fee_reason bytea,            -- sealed: may speak of the data subject
  add check ((fee_state is null) = (fee_at is null));

-- By stage, for the board: the rights that are open, and those closed last.
create index request_rights_open on request_rights (workspace_id, stage, id) where closed_at is null;
create index request_rights_closed on request_rights (workspace_id, closed_at desc, id) where closed_at is not null;
