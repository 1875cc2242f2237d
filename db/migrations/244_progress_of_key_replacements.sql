-- What encrypting again has done is counted in the transaction that does it: a run that another overtook, or that was
-- killed, counts nothing twice and leaves nothing out.
grant select (workspace_id, id, done, failed, position), update (done, failed, position) on key_rotations to pokpong_rekey;
create policy rekey on key_rotations to pokpong_rekey
  using (workspace_id = (select current_workspace())) with check (workspace_id = (select current_workspace()));
