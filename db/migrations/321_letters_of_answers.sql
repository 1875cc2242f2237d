-- Whether staff wrote a letter: it is sealed, and an answer without letter and files, of which nothing was released, is
-- none. Set for stored rows by migration 335, while answers are written.
alter table request_answers add column has_letter boolean not null default false;
