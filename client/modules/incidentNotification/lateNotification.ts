import { isNotifiedLate } from '../../../shared/incident/clock.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import type { FormValues } from './formValues.ts';

/**
 * Whether this would tell the authority for the first time after the deadline, by either reading of it. A mail tells
 * `now` (epoch ms of the server).
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

/** When it would be notified. What is typed by halves is no moment yet. */
function notificationTime({ channel, notifiedAt }: Pick<FormValues, 'channel' | 'notifiedAt'>, now: number): number {
  const time = channel === 'EMAIL' || !notifiedAt ? now : Date.parse(notifiedAt);
  return Number.isNaN(time) ? now : time;
}
