do $$
begin
  -- Row-level security is forced on the table, and the owner of the schema need not be a superuser.
  alter table imports no force row level security;
  -- Samples and first rows of cancelled imports go with the next run of the schedule that removes files of imports.
  update imports set files_until = now()
   where status = 'cancelled' and jsonb_typeof(columns) = 'object' and columns -> 'preview' <> '[]';
  -- Imports of a record that ended midway before the rows that they wrote were counted (docs/decisions/071). The
  -- summary of a check states the rows of the file; that of a commit does not before its end.
  update imports set rows_written = (summary ->> 'accepted')::bigint
   where kind = 'ropa' and status in ('failed', 'cancelled') and rows_written = 0 and done > 0
     and coalesce((summary ->> 'rows')::bigint, 0) = 0 and (summary ->> 'accepted')::bigint > 0;
  alter table imports force row level security;
end $$;
