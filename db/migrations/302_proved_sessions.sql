-- Whether a session began by proving who is there: the provider asked the person again, whoever it knew already. An
-- account without a password proves by such a session that it is still they (docs/decisions/034).
alter table sessions add column proved boolean not null default false;
