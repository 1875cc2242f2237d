-- When somebody who reported by the public form became aware is theirs to state: the organisation became aware by the
-- receipt, until the officer who accepts the report states another moment (docs/decisions/146).
alter table incidents add column reporter_aware_at timestamptz; -- null: not reported by the public form, or before this was apart

alter table incidents no force row level security;
-- Reports that somebody has edited stay: their moment may be one that an officer stated.
-- Neither counts in the months: the DPO has accepted none of them, so nothing was contained and nobody notified.
alter table incidents disable trigger count_incidents;
update incidents set reporter_aware_at = discovered_at, discovered_at = greatest(created_at, occurred_at)
 where reporter_id is null and created_by is null and accepted_at is null and updated_by is null;
alter table incidents enable trigger count_incidents;
alter table incidents force row level security;
