-- What lists and figures of impact assessments read at 100,000 of them (npm run bench -- dpia-list).
-- Assessments alike in all that is counted, from the index alone.
create index dpias_groups on dpias (workspace_id, variant, status, required, initial_risk, residual_risk, scale_width,
  initial_likelihood, initial_impact, residual_likelihood, residual_impact);
create index dpias_residual_risk on dpias (workspace_id, variant, residual_risk, updated_at, id);
-- The highest residual risks first, as the dashboard lists them.
create index dpias_top_risks on dpias (workspace_id, variant, array_position(array['EXTREME', 'HIGH', 'MEDIUM', 'LOW'], residual_risk),
  (residual_likelihood * residual_impact::float / (scale_width * scale_width)) desc nulls last, id)
  where residual_risk is not null;
-- How risks stood at the ends of months.
create index dpia_versions_risks on dpia_versions (workspace_id, dpia_id, version) include (initial_risk, residual_risk, published_at);
