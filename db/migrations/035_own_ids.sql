-- A new UUIDv7 (RFC 9562), for functions that write rows themselves: Postgres makes none before 18.
create function new_uuid() returns uuid language sql volatile parallel safe
  return (lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;

-- Functions of earlier migrations that took Postgres's own; their owner, rights and settings stay.
do $$
declare
  body text;
begin
  for body in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prosrc like '%uuidv7()%' and proname <> 'uuidv7'
  loop
    execute replace(body, 'uuidv7()', 'new_uuid()');
  end loop;
end $$;
