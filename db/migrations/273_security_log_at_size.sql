-- Lines of one topic are counted and listed by an index, and lines that are too old are found by theirs.
create index security_logs_event on security_logs (organization_id, event, created_at desc, id desc);
create index security_logs_age on security_logs (created_at);
