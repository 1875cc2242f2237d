-- The notice whose mails bring the data subject that an answer is ready; null: none was written, or before it was kept.
alter table request_answers
  add column notice_id uuid,
  add foreign key (workspace_id, notice_id) references request_notices on delete set null (notice_id);
create index request_answers_notice on request_answers (workspace_id, notice_id) where notice_id is not null;
