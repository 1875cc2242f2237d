import { useTranslation } from 'react-i18next';
import { duesOf } from '../../../shared/incident/clock.ts';
import { minuteOf } from '../../../shared/incident/fields.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { serverNow } from '../../serverNow.ts';
import { Banner, Text, useFormat } from '../../ui/index.ts';
import type { FormValues } from './formValues.ts';
import { isLate, isTimely } from './lateNotification.ts';

interface StatedTimeProps {
  incident: Incident;
  values: FormValues;
  draftedAt: string | undefined;
}

/**
 * The moment of a notification as it will be recorded, and whether the PDPC is notified in time by it; asks whether it
 * is meant where it lies before the draft was created.
 */
export function StatedTime({ incident, values, draftedAt }: StatedTimeProps) {
  const { t } = useTranslation('incidentNotification');
  const { dateTime } = useFormat();
  const { notifiedAt } = values;
  if (!notifiedAt) return null;
  const late = isLate(incident, values, serverNow());
  // The earlier one counts.
  const [due] = duesOf(incident.clock)
    .map(({ dueAt }) => dueAt)
    .toSorted();
  return (
    <>
      <Text fontWeight="semibold">
        {t('send.notifiedAt', { time: dateTime(notifiedAt, 'long') })}
        {(late || isTimely(incident, values)) &&
          ` · ${t(late ? 'send.afterDue' : 'send.inTime', { due: dateTime(due) })}`}
      </Text>
      {draftedAt !== undefined && minuteOf(notifiedAt) < minuteOf(draftedAt) && (
        <Banner tone="warn">{t('send.beforeDraft', { time: dateTime(draftedAt) })}</Banner>
      )}
    </>
  );
}
