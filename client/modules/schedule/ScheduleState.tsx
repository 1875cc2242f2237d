import { useTranslation } from 'react-i18next';
import type { Schedule } from '../../../shared/schedule/schema.ts';
import { StatusTag } from '../../ui/index.ts';
import { stateOf } from '../../../shared/schedule/status.ts';

const TONES = { active: 'ok', inactive: 'neutral', draft: 'live', stopped: 'danger' } as const;

/** The state of a schedule. */
export function ScheduleState({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('schedule');
  const state = stateOf(schedule);
  return <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>;
}
