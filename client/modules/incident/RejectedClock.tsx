import { useTranslation } from 'react-i18next';
import { spanOf } from '../../../shared/clock.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { useServerNow } from '../../clock/serverTime.ts';
import { Text, useFormat } from '../../ui/index.ts';
import { MINUTE } from '../../../shared/duration.ts';

/**
 * The deadline of a rejected report: not counted, but due at the same moment once the report is revised, since section
 * 37(4) knows no pause.
 */
export function RejectedClock({ clock }: { clock: Incident['clock'] }) {
  const { t } = useTranslation(['incident', 'clock']);
  const { dateTime } = useFormat();
  const left = Date.parse(clock.dueAt) - useServerNow(MINUTE);
  const { hours, minutes } = spanOf(left);
  return (
    <>
      <Text textStyle="dense" color="muted">
        {t('clockHeading')}
      </Text>
      <Text fontWeight="semibold">{t('rejectedClock.title')}</Text>
      <Text textStyle="dense">
        {t(left < 0 ? 'rejectedClock.passed' : 'rejectedClock.left', {
          due: dateTime(clock.dueAt),
          span: t('clock:span', { hours, minutes }),
        })}
      </Text>
    </>
  );
}
