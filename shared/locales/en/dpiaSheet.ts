import type { Shape } from '../shape.ts';
import type th from '../th/dpiaSheet.ts';

export default {
  variant: 'Form',
  reason: 'Reason for the assessment',
  worstCase: 'Worst case',
  worstCases: 'Worst cases',
  consultations: 'Consultations',
  publishedVersion: 'Published version',
  updatedAt: 'Last edited',
  updatedBy: 'Last edited by',
  number: 'No.',
  sources: 'Sources of risk',
  threats: 'Threats',
  impacts: 'Effects on data subjects',
  measures: 'Other existing measures',
  initial: {
    likelihood: 'Likelihood before measures',
    impact: 'Impact before measures',
    score: 'Score before measures',
    risk: 'Risk before measures',
  },
  residual: {
    likelihood: 'Residual likelihood',
    impact: 'Residual impact',
    score: 'Residual score',
    risk: 'Residual risk',
  },
  side: 'Internal or external',
  sides: { internal: 'Internal', external: 'External' },
  who: 'Consulted',
  on: 'Date',
  opinion: 'Opinion',
  version: 'Assessed version',
  closedAt: 'Closed on',
  planMeasures: 'Measures to take',
} satisfies Shape<typeof th>;
