import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Owed } from '../../../shared/incident/status.ts';

/** The list of incidents, and one of them. */
export const LIST = pageAddress('incidents');
export const incidentHref = (id: string): string => recordAddress('incident', id);
/** What was told to whom about an incident; where somebody has still to be notified, the tab for that. */
export const notificationHref = (id: string, owed?: Owed): string =>
  recordAddress('incidentNotification', id, { tab: owed && (owed === 'AUTHORITY' ? 'authority' : 'subject') });
