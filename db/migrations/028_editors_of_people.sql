-- Who saved a person's record or a workspace last: whoever meets a newer one learns from whom.
alter table personnel add column updated_by uuid;
alter table personnel add foreign key (workspace_id, updated_by) references personnel on delete set null (updated_by);
create index personnel_updated_by on personnel (workspace_id, updated_by) where updated_by is not null;
-- Personnel of the workspace. No reference: each table would be the other's parent, and rows of a workspace go in the
-- order of their references (workspace_relations).
alter table workspaces add column updated_by uuid;
