-- Names of columns say what they hold.
alter table incident_notifications rename column failures_told to failures_notified;
alter table files rename column kept_from to retained_from;
alter index files_kept rename to files_retained;
