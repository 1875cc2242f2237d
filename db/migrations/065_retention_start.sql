-- What a retention period counts from: an event of a list, and words of its own. 'other' is an event in words alone.
alter table purposes
  add column retention_start_event text check (retention_start_event in ('collection', 'contractEnd', 'lastTransaction', 'lastContact', 'employmentEnd', 'membershipEnd', 'consentWithdrawal', 'accountingPeriodEnd', 'caseEnd', 'purposeEnd', 'other')),
  add column retention_start_note text not null default '';
alter table data_flows
  add column retention_start_event text check (retention_start_event in ('collection', 'contractEnd', 'lastTransaction', 'lastContact', 'employmentEnd', 'membershipEnd', 'consentWithdrawal', 'accountingPeriodEnd', 'caseEnd', 'purposeEnd', 'other')),
  add column retention_start_note text not null default '';
