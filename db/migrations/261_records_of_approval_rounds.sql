-- Of the record that the document of a round describes: a report names who approved a version in an earlier round.
alter table approval_rounds add column record_sha256 text; -- null: not known any more
alter table approval_rounds no force row level security;
alter table exports no force row level security;
alter table files no force row level security;
update approval_rounds r set record_sha256 = exported.record_sha256
  from (select e.workspace_id, f.sha256, min(e.record_sha256) as record_sha256
          from exports e
          join files f on f.workspace_id = e.workspace_id and f.id = e.file_id
         where e.record_sha256 is not null
         group by e.workspace_id, f.sha256) exported
 where exported.workspace_id = r.workspace_id and exported.sha256 = r.sha256;
alter table approval_rounds force row level security;
alter table exports force row level security;
alter table files force row level security;
