-- How often the public page of a privacy notice was opened, by day and language: nothing about whoever opened it.
create table privacy_notice_views (
  workspace_id uuid not null references workspaces on delete cascade,
  privacy_notice_id uuid not null,
  day date not null,                      -- of Bangkok
  language text not null check (language in ('th', 'en')),
  views bigint not null,
  primary key (workspace_id, privacy_notice_id, day, language),
  foreign key (workspace_id, privacy_notice_id) references privacy_notices on delete cascade
);
grant select, insert, update on privacy_notice_views to pokpong_app;
call wall('privacy_notice_views');

-- Removes at most `p_limit` counts of days before `p_before`, of all workspaces. Answers how many.
create function expire_privacy_notice_views(p_before date, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target uuid;
  gone integer;
  removed integer := 0;
begin
  for target in select id from workspaces order by id loop
    exit when removed >= p_limit;
    perform set_config('app.workspace_id', target::text, true);
    delete from privacy_notice_views
     where workspace_id = target and (privacy_notice_id, day, language) in (
       select o.privacy_notice_id, o.day, o.language from privacy_notice_views o
        where o.workspace_id = target and o.day < p_before
        order by o.day limit p_limit - removed);
    get diagnostics gone = row_count;
    removed := removed + gone;
  end loop;
  return removed;
end $$;
revoke all on function expire_privacy_notice_views from public;
grant execute on function expire_privacy_notice_views to pokpong_system;
