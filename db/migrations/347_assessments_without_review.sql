-- Pages of assessments by their date of review, the last first: those without one come last either way.
create index dpias_review_last on dpias (workspace_id, variant, (coalesce(review_on, '-infinity'::date)), id);
