-- Tries of a limit are counted in slots, so that each is forgotten once its time is over, however steadily others follow.
alter table throttles
  add column earlier integer[] not null default '{}', -- tries of the slots before, newest first; hits: of the newest
  add column begins_at timestamptz not null default now(), -- of the newest slot
  add column refused boolean not null default false; -- the newest try was one too many
