-- A task keeps the name of its application once that is deleted: proofs and letters still name where it was done.
alter table request_tasks add column application_name text; -- null while the application exists
