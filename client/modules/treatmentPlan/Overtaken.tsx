import { useTranslation } from 'react-i18next';
import type { TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { Banner } from '../../ui/index.ts';
import type { DialogMove } from './found.ts';

/** Displayed when somebody else was faster: the input stays, with an explanation above it why it cannot be sent. */
export function Overtaken({ plan, move }: { plan: TreatmentPlan; move: DialogMove }) {
  const { t } = useTranslation('treatmentPlanScreen');
  if (plan.allowed.includes(move)) return null;
  return (
    <Banner tone="warn" role="status">
      {t('overtaken')}
    </Banner>
  );
}
