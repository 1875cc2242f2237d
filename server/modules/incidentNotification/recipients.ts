import type { Recipient } from '../../../shared/incidentNotification/schema.ts';
import { sealedJson } from '../../platform/crypto/sealedColumn.ts';

/** The recipients; they appear in no log, no event and no search. */
export const sealedRecipients = sealedJson<readonly Recipient[]>()({
  table: 'incidentNotifications',
  column: 'recipients',
});
