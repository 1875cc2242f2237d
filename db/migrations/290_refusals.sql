-- The register of refusals: rights that are closed with a ground, and tasks that were refused of rights that are
-- completed, each in its application. Kept by the triggers below, so that it is read in the order of an index; what was
-- refused in an application that is deleted, the product moves to that of the request before. Which
-- grounds are refusals, the product knows (shared/request/grounds.ts): the others stand here too.
create table request_refusals (
  workspace_id uuid not null,
  id uuid not null,                       -- of the right, or of the task
  request_id uuid not null,
  request_right_id uuid not null,
  part text,                              -- kind of the refused task; null: the whole right is refused
  application_id uuid not null,
  code text,                              -- of a right of the act; null for one of the workspace's own
  ground_code text not null,
  closed_at timestamptz not null,         -- of the right
  refused_by uuid,                        -- of a task; of a right its last move has it
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications,
  foreign key (workspace_id, request_right_id) references request_rights on delete cascade,
  foreign key (workspace_id, refused_by) references personnel
);
create index request_refusals_right on request_refusals (workspace_id, request_right_id);
create index request_refusals_request on request_refusals (workspace_id, request_id);
create index request_refusals_by on request_refusals (workspace_id, refused_by) where refused_by is not null;
create index request_refusals_closed on request_refusals (workspace_id, closed_at, id)
  include (ground_code, code, application_id, part);
create index request_refusals_application on request_refusals (workspace_id, application_id, closed_at, id);
create index request_refusals_parts on request_refusals (workspace_id, application_id) include (code, ground_code) where part is not null;
grant select, insert, update, delete on request_refusals to pokpong_app;
call wall('request_refusals');

create function list_refusals() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from request_refusals where workspace_id = new.workspace_id and request_right_id = new.id;
  end if;
  if new.stage = 'CLOSED' and new.ground_code is not null then
    insert into request_refusals (workspace_id, id, request_id, request_right_id, application_id, code, ground_code, closed_at)
      values (new.workspace_id, new.id, new.request_id, new.id, new.application_id, new.code, new.ground_code, new.closed_at);
  elsif new.stage = 'COMPLETE' then
    -- One that is being deleted is waited for: afterwards the task is of none, as one of no application is.
    perform from applications a
      where a.workspace_id = new.workspace_id
        and a.id in (select t.application_id from request_tasks t where t.workspace_id = new.workspace_id and t.request_right_id = new.id and t.status = 'REFUSED')
      order by a.id for key share;
    insert into request_refusals (workspace_id, id, request_id, request_right_id, part, application_id, code, ground_code, closed_at, refused_by)
      select t.workspace_id, t.id, t.request_id, new.id, t.kind, coalesce(t.application_id, new.application_id), new.code, t.ground_code, new.closed_at, t.closed_by
        from request_tasks t
       where t.workspace_id = new.workspace_id and t.request_right_id = new.id and t.status = 'REFUSED' and t.ground_code is not null;
  end if;
  return null;
end $$;
create trigger list_refusals_of_new after insert on request_rights for each row
  when (new.stage in ('CLOSED', 'COMPLETE')) execute function list_refusals();
create trigger list_refusals after update of stage, ground_code, closed_at on request_rights for each row
  when ((old.stage, old.ground_code, old.closed_at) is distinct from (new.stage, new.ground_code, new.closed_at)
        and (old.stage in ('CLOSED', 'COMPLETE') or new.stage in ('CLOSED', 'COMPLETE')))
  execute function list_refusals();

alter table request_rights no force row level security;
alter table request_tasks no force row level security;
alter table request_refusals no force row level security;
insert into request_refusals (workspace_id, id, request_id, request_right_id, application_id, code, ground_code, closed_at)
  select workspace_id, id, request_id, id, application_id, code, ground_code, closed_at
    from request_rights where stage = 'CLOSED' and ground_code is not null;
insert into request_refusals (workspace_id, id, request_id, request_right_id, part, application_id, code, ground_code, closed_at, refused_by)
  select t.workspace_id, t.id, t.request_id, r.id, t.kind, coalesce(t.application_id, r.application_id), r.code, t.ground_code, r.closed_at, t.closed_by
    from request_tasks t join request_rights r on (r.workspace_id, r.id) = (t.workspace_id, t.request_right_id)
   where r.stage = 'COMPLETE' and t.status = 'REFUSED' and t.ground_code is not null;
alter table request_rights force row level security;
alter table request_tasks force row level security;
alter table request_refusals force row level security;
drop index request_rights_refused, request_rights_refused_application;

-- A right of a request keeps its name, code and days: one of the workspace's own can be deleted once no form offers it.
alter table request_rights drop constraint request_rights_workspace_id_data_right_id_fkey;
drop index request_rights_data_right;
