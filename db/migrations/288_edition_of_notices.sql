-- Edition of what published notices are compared with; a node of a later release compares those of older workspaces.
alter table workspaces add column notice_edition integer not null default 0;
