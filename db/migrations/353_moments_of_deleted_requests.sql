-- When a request was last deleted: numbers of before then cannot be compared, since the deleted one counted among them.
alter table removed_request_numbers add column removed_at timestamptz not null default now();
