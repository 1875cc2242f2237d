import type { Incident } from '../../../shared/incident.ts';
import type { FormValues } from './formValues.ts';

/** Whether this would tell the authority for the first time after the deadline. A mail tells `now` (epoch ms of the server). */
export function isLate({ clock, authorityNotifiedAt }: Incident, { recipientGroup, report, channel, notifiedAt }: Pick<FormValues, 'recipientGroup' | 'report' | 'channel' | 'notifiedAt'>, now: number): boolean {
  if (recipientGroup !== 'DATA_PROTECTION_AUTHORITY' || report !== 'FIRST' || authorityNotifiedAt !== null || clock.outcome === 'notNeeded') return false;
  const told = channel === 'EMAIL' || !notifiedAt ? now : Date.parse(notifiedAt);
  // What is typed by halves is no moment yet.
  return (Number.isNaN(told) ? now : told) > Date.parse(clock.dueAt);
}
