-- The address that an invitation was mailed to: its link counts while the person still has that address.
alter table invitations add column email text;
alter table invitations no force row level security;
alter table personnel no force row level security;
update invitations i set email = p.email from personnel p where p.workspace_id = i.workspace_id and p.id = i.personnel_id;
alter table invitations force row level security;
alter table personnel force row level security;
alter table invitations alter column email set not null;
