-- Files of the search for a data subject's records that are sent with a released answer, as they were when it was
-- released; null: never released, or released before they were kept.
alter table request_answers add column gathered_ids uuid[];
