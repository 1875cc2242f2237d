-- Names of columns say what they hold; the function that writes them says the same.
alter table consent_counters rename column told_at to notified_at;
alter table consent_counters rename column shown_at to refreshed_at;
do $$
begin
  execute replace(replace(pg_get_functiondef('record_user_consents'::regproc), 'told_at', 'notified_at'), 'shown_at', 'refreshed_at');
end $$;
