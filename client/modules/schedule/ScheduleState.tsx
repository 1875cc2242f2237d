import { useTranslation } from 'react-i18next';
import type { Schedule } from '../../../shared/schedule/schema.ts';
import { StatusTag } from '../../ui/index.ts';

/** Whether a schedule is delivering; a draft is one whose server was never confirmed. */
export function ScheduleState({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('schedule');
  const { stopped, active, hostKey } = schedule;
  if (stopped) return <StatusTag tone="danger">{t('state.stopped')}</StatusTag>;
  if (active) return <StatusTag tone="ok">{t('state.active')}</StatusTag>;
  return <StatusTag tone="neutral">{t(hostKey === null ? 'state.draft' : 'state.inactive')}</StatusTag>;
}
