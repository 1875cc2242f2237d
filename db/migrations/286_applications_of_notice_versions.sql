-- Which applications a version of a notice names, beside its content: whether notices cover the published applications is
-- read without the texts of all notices.
create function applications_of_notice(p_content jsonb) returns uuid[] language sql immutable parallel safe as $$
  select array(select (x ->> 'id')::uuid from jsonb_array_elements(p_content -> 'draft' -> 'applications') as x)
$$;
alter table privacy_notice_versions add column application_ids uuid[] not null
  generated always as (applications_of_notice(content)) stored;
