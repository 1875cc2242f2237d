-- A request that repeats another: closed by somebody of the personnel, who says why. The other one goes on.
alter table requests
  add column duplicate_of uuid,
  add foreign key (workspace_id, duplicate_of) references requests (workspace_id, id) on delete set null (duplicate_of),
  add check (duplicate_of <> id);
create index requests_duplicate on requests (workspace_id, duplicate_of) where duplicate_of is not null;
