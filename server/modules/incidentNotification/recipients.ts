import type { Recipient } from '../../../shared/incidentNotification/schema.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';

const SEALED = 'incidentNotifications.recipients';

/**
 * Who is notified, for the column `incident_notifications.recipients`; they stand in no log, no event and no search.
 */
export const sealRecipients = (key: WorkspaceKey, recipients: readonly Recipient[]): Buffer =>
  key.seal(SEALED, JSON.stringify(recipients));

/** @throws SealError for what was sealed elsewhere or changed since */
export const openRecipients = (key: WorkspaceKey, sealed: Buffer): Recipient[] =>
  JSON.parse(key.open(SEALED, sealed)) as Recipient[];
