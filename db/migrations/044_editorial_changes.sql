-- A purpose that a consent form asks for in other words asks again, unless whoever publishes says that the change is
-- editorial. That and the reason are kept with the version.
create table consent_editorial_changes (
  workspace_id uuid not null,
  consent_id uuid not null,
  version integer not null,
  purpose_id uuid not null,
  reason text not null,
  primary key (workspace_id, consent_id, version, purpose_id),
  foreign key (workspace_id, consent_id, version) references consent_versions (workspace_id, consent_id, version) on delete cascade
);
call wall('consent_editorial_changes');
grant select, insert on consent_editorial_changes to pokpong_app;
