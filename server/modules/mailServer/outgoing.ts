import type { OutgoingRows } from '../../../db/backup/outgoing.ts';

/**
 * Mail servers in use, by which a copy would write to data subjects in the name of the organisation, and mailboxes that
 * are read. Not resumed by time, as after a fault, but by whoever saves their settings.
 */
export const outgoing: readonly OutgoingRows[] = [
  {
    table: 'mail_servers',
    columns: ['stopped'],
    stop: "update mail_servers set active = false, stopped = 'restored', row_version = row_version + 1 where active",
    report: { name: 'mail servers', outcome: 'paused' },
  },
  {
    table: 'mail_server_mailboxes',
    // `restored` is one of the texts of a mailbox's fault (shared/mail/servers.ts).
    stop: "update mail_server_mailboxes set rests_until = 'infinity', reading_until = null, fault_kind = 'restored', fault_answer = '', fault_at = now() where fault_kind is distinct from 'restored'",
    report: { name: 'mailboxes of returned mails', outcome: 'paused' },
  },
];
