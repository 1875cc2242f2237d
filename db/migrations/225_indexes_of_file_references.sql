-- Before a file is deleted every table that may name it is asked: by an index, not by reading all of it.
create index data_controllers_logo on data_controllers (workspace_id, logo_id) where logo_id is not null;
create index personnel_photo on personnel (workspace_id, photo_id) where photo_id is not null;
create index request_tasks_file on request_tasks (workspace_id, file_id) where file_id is not null;
create index request_gatherings_json_file on request_gatherings (workspace_id, json_file_id) where json_file_id is not null;
create index request_gatherings_view_file on request_gatherings (workspace_id, view_file_id) where view_file_id is not null;
create index request_answer_files_original on request_answer_files (workspace_id, original_id);
create index request_answer_files_redacted on request_answer_files (workspace_id, redacted_id) where redacted_id is not null;
