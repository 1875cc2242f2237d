import { isNotifiedLate } from '../../../shared/incident/clock.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import type { FormValues } from './formValues.ts';

type Judged = Pick<FormValues, 'recipientGroup' | 'report' | 'channel' | 'notifiedAt'>;

/** Whether this would be the first notification of the authority, which alone is judged by the deadline. */
const isJudged = ({ authorityNotifiedAt }: Incident, { recipientGroup, report }: Judged): boolean =>
  recipientGroup === 'DATA_PROTECTION_AUTHORITY' && report === 'FIRST' && authorityNotifiedAt === null;

/**
 * Whether this would be the first notification of the authority and after the deadline, by either interpretation of it.
 * The time of a mail is `now` (epoch ms of the server).
 */
export const isLate = (incident: Incident, values: Judged, now: number): boolean =>
  isJudged(incident, values) && isNotifiedLate(incident.clock, notificationTime(values, now));

/** Whether it would be the first notification of the authority and in time, by the moment that is stated. */
export const isTimely = (incident: Incident, values: Judged): boolean =>
  isJudged(incident, values) &&
  incident.clock.outcome !== 'notNeeded' &&
  values.notifiedAt !== null &&
  !isLate(incident, values, Date.parse(values.notifiedAt));

/** The time of the notification. Incomplete input is not a time yet. */
function notificationTime({ channel, notifiedAt }: Judged, now: number): number {
  const time = channel === 'EMAIL' || !notifiedAt ? now : Date.parse(notifiedAt);
  return Number.isNaN(time) ? now : time;
}
