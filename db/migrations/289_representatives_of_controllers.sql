-- Who represents a data controller abroad in Thailand (section 37(5)), and how they are reached.
alter table data_controllers
  add column representative text not null default '',
  add column representative_contact text not null default '';
