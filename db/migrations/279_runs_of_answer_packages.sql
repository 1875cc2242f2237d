-- The run that builds the package of an answer. Attempts are counted for each release: by them alone the run of an
-- earlier release, which may still be going on, is not distinguished from that of the newest.
alter table request_answers add column run_id uuid;
