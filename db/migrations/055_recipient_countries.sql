-- A recipient may be in several countries, each of them a destination of the data (PDPA section 28).
alter table purpose_third_parties add column countries text[];
update purpose_third_parties set countries = array[country];
alter table purpose_third_parties
  alter column countries set not null,
  alter column countries set default '{TH}',
  add constraint purpose_third_parties_countries check (cardinality(countries) between 1 and 20 and array_to_string(countries, ',', '?') ~ '^[A-Z]{2}(,[A-Z]{2})*$'),
  drop column country;
