-- The moment of a UUIDv7 (RFC 9562): its first 48 bits are milliseconds since 1970. Postgres has a function for it from
-- 17 on, which answers null for this kind of id before 18.
create function uuid_time(id uuid) returns timestamptz language sql immutable strict parallel safe
  return to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0);

-- Functions of earlier migrations that took Postgres's own; their owner, rights and settings stay.
do $$
declare
  body text;
begin
  for body in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prosrc like '%uuid\_extract\_timestamp(%'
  loop
    execute replace(body, 'uuid_extract_timestamp(', 'uuid_time(');
  end loop;
end $$;
