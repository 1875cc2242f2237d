import type { Owed } from '../../../shared/incident/schema.ts';

/** The list of incidents, and one of them. */
export const LIST = '/data-breach/incident-management';
export const incidentHref = (id: string): string => `${LIST}/${id}`;
/** What was told to whom about an incident; where somebody has still to be told, the tab for that. */
export const notificationHref = (id: string, owed?: Owed): string =>
  `/data-breach/incident-notification/${id}${owed ? `?tab=${owed === 'AUTHORITY' ? 'authority' : 'subject'}` : ''}`;
