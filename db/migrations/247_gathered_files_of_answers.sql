-- Files of the search for a data subject's records that staff leave out of an answer: the JSON, the page to read.
alter table request_answers
  add column left_out text[] not null default '{}' check (left_out <@ array['json', 'html']);

do $$
begin
  -- Row-level security is forced on both tables, and the owner of the schema need not be a superuser.
  alter table files no force row level security;
  alter table request_gatherings no force row level security;
  -- A package had made them its own, and could not be withdrawn: they go back to their searches.
  update files as f
     set owner_kind = 'requestTask.gathered', owner_id = g.request_id, retained_from = null
    from request_gatherings as g
   where g.workspace_id = f.workspace_id and f.id in (g.json_file_id, g.view_file_id)
     and f.owner_kind is distinct from 'requestTask.gathered';
  alter table request_gatherings force row level security;
  alter table files force row level security;
end $$;
