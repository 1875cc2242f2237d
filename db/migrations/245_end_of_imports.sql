-- When a job ended an import: it then belongs to the next delivery of changes (docs/decisions/094), and to no other one when
-- somebody gives it up later.
alter table imports add column ended_at timestamptz;  -- null: it goes on, waits, or was given up before it wrote anything
do $$
begin
  -- Row-level security is forced on the table, and the owner of the schema need not be a superuser.
  alter table imports no force row level security;
  update imports set ended_at = updated_at where status in ('done', 'failed', 'cancelled') and rows_written > 0;
  alter table imports force row level security;
end $$;
