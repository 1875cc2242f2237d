-- Kinds of exports, imports, file owners, edited records and records with mails are what the modules declare: tables
-- that are filled from their manifests after the migrations.
create table export_kinds (name text primary key);
create table import_kinds (name text primary key);
create table file_owner_kinds (name text primary key);
create table edited_kinds (name text primary key);
create table mailed_kinds (name text primary key);

-- Rows of an older release may have kinds that no module declares any more. Row-level security is forced on their
-- tables, and the owner of the schema need not be a superuser.
do $$
declare
  tab text;
  col text;
  kinds text;
begin
  for tab, col, kinds in values
    ('exports', 'kind', 'export_kinds'), ('imports', 'kind', 'import_kinds'), ('files', 'owner_kind', 'file_owner_kinds'),
    ('editors', 'entity', 'edited_kinds'), ('mail_deliveries', 'entity', 'mailed_kinds')
  loop
    execute format('alter table %I no force row level security', tab);
    execute format('insert into %I select distinct %I from %I where %I is not null', kinds, col, tab, col);
    execute format('alter table %I force row level security', tab);
    execute format('alter table %I add constraint %I foreign key (%I) references %I', tab, tab || '_' || col || '_fkey', col, kinds);
  end loop;
end $$;
-- Of no record that is known (migration 013): no module declares it, so nobody reads such a file.
insert into file_owner_kinds values ('unknown') on conflict do nothing;
