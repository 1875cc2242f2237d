-- Views of pages by workspace. What page_views holds is of no workspace: views without one,
-- and all those counted before this migration.
create table workspace_page_views (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,                      -- of Bangkok
  route text not null,                    -- the pattern of the address: no record, no language, no visitor
  views bigint not null default 1,
  primary key (workspace_id, day, route)
);
grant select, insert, update on workspace_page_views to pokpong_app;
call wall('workspace_page_views');

-- Counts one view: for the workspace, or, where none is named or there is none by that id, for nobody's. One statement,
-- with the rights of the caller and behind the wall of the workspace that it names.
create function count_page_view(p_workspace uuid, p_route text, p_day date) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if p_workspace is not null then
    perform set_config('app.workspace_id', p_workspace::text, true);
    insert into workspace_page_views as v (workspace_id, day, route)
    select w.id, p_day, p_route from workspaces w where w.id = p_workspace
    on conflict (workspace_id, day, route) do update set views = v.views + 1;
    if found then return; end if;
  end if;
  insert into page_views as v (route, day) values (p_route, p_day)
  on conflict (route, day) do update set views = v.views + 1;
end $$;
revoke all on function count_page_view from public;
grant execute on function count_page_view to pokpong_app;

-- Removes at most `p_limit` counts of days before `p_before`, of all workspaces. Answers how many.
create function expire_page_views(p_before date, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target uuid;
  gone integer;
  removed integer := 0;
begin
  for target in select id from workspaces order by id loop
    exit when removed >= p_limit;
    perform set_config('app.workspace_id', target::text, true);
    delete from workspace_page_views where workspace_id = target and (day, route) in (
      select o.day, o.route from workspace_page_views o where o.workspace_id = target and o.day < p_before
      order by o.day limit p_limit - removed);
    get diagnostics gone = row_count;
    removed := removed + gone;
  end loop;
  return removed;
end $$;
revoke all on function expire_page_views from public;
grant execute on function expire_page_views to pokpong_system;
