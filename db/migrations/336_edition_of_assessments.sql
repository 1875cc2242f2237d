-- Edition of what published assessments are compared with; a node of a later release compares those of older workspaces.
alter table workspaces add column dpia_edition integer not null default 0;
