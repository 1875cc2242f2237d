-- An export that a program asked for by its key contains no more than the key may read, whatever its owner may.
alter table exports add column scopes text[]; -- of the key; null: a person asked for it
