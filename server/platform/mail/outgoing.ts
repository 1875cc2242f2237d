import type { OutgoingRows } from '../../../db/backup/outgoing.ts';
import { MAIL_FAILURES } from '../../../shared/mail/failure.ts';

const MAILS = { name: 'mails', outcome: 'ended' } as const;
const RESTORED = `'${MAIL_FAILURES.restored}'`;

/**
 * Mails that wait. The original of a copy has sent most of them meanwhile; records in which they stand offer to send
 * them again. What the copy itself writes waits until an operator states that it takes the place of the original
 * (server/platform/installation/silence.ts).
 */
export const outgoing: readonly OutgoingRows[] = [
  {
    table: 'installation',
    columns: ['silent_since'],
    stop: 'update installation set silent_since = now() where silent_since is null',
  },
  {
    table: 'mail_deliveries',
    stop: `update mail_deliveries set written = true, state = 'failed', error = ${RESTORED}, settled_at = now() where not written`,
    report: MAILS,
  },
  {
    table: 'mail_deliveries',
    stop: `update mail_deliveries d set state = 'failed', error = ${RESTORED}, settled_at = now() from mails m where m.id = d.mail_id and m.status = 'waiting'`,
  },
  {
    table: 'mails',
    stop: `update mails set status = 'failed', last_error = ${RESTORED} where status = 'waiting'`,
    report: MAILS,
  },
];
