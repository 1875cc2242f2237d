import type { OutgoingRows } from '../../../../db/backup/outgoing.ts';

/** Mailings under way: the original has written to the rest of the people meanwhile. Somebody continues them. */
export const outgoing: readonly OutgoingRows[] = [
  {
    table: 'privacy_notice_mailings',
    columns: ['paused'],
    stop: "update privacy_notice_mailings set ended_at = now(), paused = 'restored' where ended_at is null",
    report: { name: 'mailings about privacy notices', outcome: 'paused' },
  },
];
