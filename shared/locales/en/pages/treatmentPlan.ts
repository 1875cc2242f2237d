import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/treatmentPlan.ts';

export default {
  treatmentPlans: 'Treatment plans',
  treatmentPlan: 'Treatment plan',
  treatment: 'Treatment plan',
} satisfies Shape<typeof th>;
