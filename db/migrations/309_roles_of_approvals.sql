-- The role in which somebody approved counts, whatever they become afterwards. Of earlier steps it is that of now.
alter table approval_steps add column acted_role text; -- of who acted, when they did
alter table approval_steps no force row level security;
alter table personnel no force row level security;
update approval_steps s set acted_role = p.role
  from personnel p
 where p.workspace_id = s.workspace_id and p.id = coalesce(s.acted_by, s.approver_id) and s.status in ('APPROVED', 'REJECTED', 'REWORKED');
alter table approval_steps force row level security;
alter table personnel force row level security;
