-- What is left of the file of an import (its table, its rejected rows, what its row quotes of them) goes some days after
-- the import was last moved on (docs/decisions/071).
alter table imports add column files_until timestamptz;  -- null: nothing is left, or nothing ever was
do $$
begin
  -- Row-level security is forced on the table, and the owner of the schema need not be a superuser.
  alter table imports no force row level security;
  update imports set files_until = updated_at + interval '30 days' where status <> 'cancelled';
  update imports set problems = '[]' where status = 'cancelled' and problems <> '[]';
  alter table imports force row level security;
end $$;

-- A schedule looks for those whose days are over, never of which file or for whom they are.
create index imports_files on imports (files_until) where files_until is not null;
grant select (files_until) on imports to pokpong_system;
create policy files on imports for select to pokpong_system using (files_until is not null);
