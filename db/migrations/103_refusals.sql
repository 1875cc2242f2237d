-- Refused rights are found in the order of their dates, of a workspace and of an application: they are few among those
-- that were asked for.
create index request_rights_refused on request_rights (workspace_id, closed_at, id)
  where stage = 'CLOSED' and ground_code is not null;
create index request_rights_refused_application on request_rights (workspace_id, application_id, closed_at, id)
  where stage = 'CLOSED' and ground_code is not null;
