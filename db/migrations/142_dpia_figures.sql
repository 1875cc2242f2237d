-- Where each assessment stands on its map, and what was published of its risk: for the dashboard.
alter table dpias
  add column scale_width smallint check (scale_width between 3 and 5),
  -- Of the worst case with the highest score: before and with the measures in force.
  add column initial_likelihood smallint check (initial_likelihood between 1 and 5),
  add column initial_impact smallint check (initial_impact between 1 and 5),
  add column residual_likelihood smallint check (residual_likelihood between 1 and 5),
  add column residual_impact smallint check (residual_impact between 1 and 5),
  add column top_risk_th text,            -- title of the worst case with the highest residual score
  add column top_risk_en text;
create index dpias_residual_place on dpias (workspace_id, variant, scale_width, residual_likelihood, residual_impact);

-- Of its worst cases the highest, as published.
alter table dpia_versions
  add column initial_risk text check (initial_risk in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME')),
  add column residual_risk text check (residual_risk in ('LOW', 'MEDIUM', 'HIGH', 'EXTREME'));
