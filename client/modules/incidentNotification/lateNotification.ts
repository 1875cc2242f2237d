import { isNotifiedLate } from '../../../shared/incident/clock.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import type { FormValues } from './formValues.ts';

/**
 * Whether this would be the first notification of the authority and after the deadline, by either interpretation of it.
 * The time of a mail is `now` (epoch ms of the server).
 */
export function isLate(
  { clock, authorityNotifiedAt }: Incident,
  {
    recipientGroup,
    report,
    channel,
    notifiedAt,
  }: Pick<FormValues, 'recipientGroup' | 'report' | 'channel' | 'notifiedAt'>,
  now: number,
): boolean {
  if (recipientGroup !== 'DATA_PROTECTION_AUTHORITY' || report !== 'FIRST' || authorityNotifiedAt !== null)
    return false;
  return isNotifiedLate(clock, notificationTime({ channel, notifiedAt }, now));
}

/** The time of the notification. Incomplete input is not a time yet. */
function notificationTime({ channel, notifiedAt }: Pick<FormValues, 'channel' | 'notifiedAt'>, now: number): number {
  const time = channel === 'EMAIL' || !notifiedAt ? now : Date.parse(notifiedAt);
  return Number.isNaN(time) ? now : time;
}
