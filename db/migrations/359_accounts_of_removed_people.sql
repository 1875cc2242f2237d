-- The account of somebody whom every workspace has removed is deleted in time; their records stay without one.
alter table personnel
  drop constraint personnel_user_id_fkey,
  add constraint personnel_user_id_fkey foreign key (user_id) references users on delete set null;
