import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Owed } from '../../../shared/incident/status.ts';

/** The addresses of the list of incidents, and of one of them. */
export const LIST = pageAddress('incidents');
export const incidentHref = (id: string): string => recordAddress('incident', id);
/** The address of the notifications of an incident; with an outstanding notification, that of its tab. */
export const notificationHref = (id: string, owed?: Owed): string =>
  recordAddress('incidentNotification', id, { tab: owed && (owed === 'AUTHORITY' ? 'authority' : 'subject') });
