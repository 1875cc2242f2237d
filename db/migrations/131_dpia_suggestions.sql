-- Records that a suggestion names have their names in both languages.
alter table dpias no force row level security;
update dpias set suggestion = jsonb_set(suggestion, '{reasons}', coalesce(
  (select jsonb_agg(jsonb_set(given.value, '{records}', coalesce(
     (select jsonb_agg(jsonb_set(named.value, '{name}', jsonb_build_object('th', named.value -> 'name', 'en', '')))
        from jsonb_array_elements(given.value -> 'records') as named (value)), '[]')))
     from jsonb_array_elements(suggestion -> 'reasons') as given (value)), '[]'));
alter table dpias force row level security;
