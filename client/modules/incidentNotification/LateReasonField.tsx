import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { isNoReason, lacksReason, withReason } from '../../../shared/incidentNotification/letter.ts';
import { useServerNow } from '../../clock/serverTime.ts';
import { TextArea, useFormContext, useWatch } from '../../ui/form/index.ts';
import type { FormValues } from './formValues.ts';
import { isLate } from './lateNotification.ts';

/**
 * Asks why the authority is notified late, once it is by either interpretation of the deadline; on blur the reason is
 * inserted into the message if it is missing there.
 */
export function LateReasonField({ incident }: { incident: Incident }) {
  const { t } = useTranslation('incidentNotification');
  const form = useFormContext();
  const [recipientGroup, report, channel, notifiedAt] = useWatch({
    name: ['recipientGroup', 'report', 'channel', 'notifiedAt'],
  }) as [FormValues['recipientGroup'], FormValues['report'], FormValues['channel'], FormValues['notifiedAt']];
  const now = useServerNow(incident.clock.endedAt === null ? 1000 : null);
  // The server's clock decides: if the server asked for the reason, the field stays.
  const [needed, setNeeded] = useState(false);
  if (!needed && form.formState.errors.lateReason !== undefined) setNeeded(true);
  if (!needed && !isLate(incident, { recipientGroup, report, channel, notifiedAt }, now)) return null;
  const put = () => {
    const { message, lateReason } = form.getValues() as FormValues;
    if (isNoReason(lateReason) || !lacksReason(message)) return;
    form.setValue('message', withReason(message, lateReason.trim()), { shouldDirty: true });
    form.clearErrors('message');
  };
  return (
    <div onBlur={put}>
      <TextArea name="lateReason" label={t('send.lateReason')} help={t('send.late')} rows={3} limit={2000} required />
    </div>
  );
}
