-- How often submissions of a form were removed: a node that keeps its counts reads them again after that. As many may
-- have been imported meanwhile, into other days.
alter table consent_counters add column removals bigint not null default 0;

create function count_removals() returns trigger language plpgsql as $$
begin
  new.removals := old.removals + 1;
  return new;
end $$;
create trigger count_removals before update on consent_counters for each row
  when (new.submissions < old.submissions) execute function count_removals();
