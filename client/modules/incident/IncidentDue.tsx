import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { Due } from './Due.tsx';

/** The deadline of an incident in lists; of a rejected one no time is left, since it is not counted. */
export function IncidentDue({ status, clock }: Pick<Incident, 'status' | 'clock'>) {
  const { t } = useTranslation('incident');
  return status === 'REJECTED' ? t('rejectedClock.short') : <Due clock={clock} />;
}
