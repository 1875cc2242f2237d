-- Approvals of the draft of a notice named the version that it was going to become. Like others they name the published
-- version before it, and that it was a draft; those of a version that was published by then stay.
alter table approval_lines no force row level security;
alter table approval_rounds no force row level security;
alter table privacy_notice_versions no force row level security;
update approval_rounds r set version = r.version - 1, from_draft = true
  from approval_lines l
 where (l.workspace_id, l.id) = (r.workspace_id, r.line_id) and l.report_type = 'NOTICE' and r.version > 0
   and not exists (
     select from privacy_notice_versions v
      where (v.workspace_id, v.privacy_notice_id, v.version) = (l.workspace_id, l.privacy_notice_id, r.version)
        and v.published_at <= r.requested_at);
update approval_lines l set version = l.version - 1, from_draft = true
 where l.report_type = 'NOTICE' and l.version > 0
   and not exists (
     select from privacy_notice_versions v
      where (v.workspace_id, v.privacy_notice_id, v.version) = (l.workspace_id, l.privacy_notice_id, l.version)
        and v.published_at <= l.requested_at);
alter table approval_lines force row level security;
alter table approval_rounds force row level security;
alter table privacy_notice_versions force row level security;
