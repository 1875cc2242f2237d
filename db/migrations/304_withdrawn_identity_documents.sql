-- A requested identity document that staff no longer want: it is not sent any more.
alter table identity_documents
  drop constraint identity_documents_state_check,
  add constraint identity_documents_state_check check (state in ('REQUESTED', 'RECEIVED', 'ACCEPTED', 'REPLACED', 'REFUSED', 'WITHDRAWN'));
