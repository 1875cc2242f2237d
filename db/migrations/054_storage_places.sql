-- Where a storage system stands, and on which ground personal data goes there when that is abroad (PDPA section 28).
-- No country: nobody recorded it, which is not the same as Thailand. ZZ: abroad, in a country not named yet.
alter table catalogue_items
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column safeguard text check (safeguard in ('adequacy', 'bindingCorporateRules', 'standardClauses', 'certification', 'consent', 'contract', 'law', 'vitalInterest', 'publicInterest')),
  add column row_version integer not null default 1,
  add constraint catalogue_items_place check (kind = 'storageSystem' or (country is null and safeguard is null)),
  -- Home needs no ground, and nor can a place that nobody knows have one.
  add constraint catalogue_items_ground check (safeguard is null or (country is not null and country <> 'TH'));
