import type { Trx } from '../../../db/client.ts';
import { translate } from '../../platform/i18n.ts';
import { knownKeys, rowsById, type SubjectDataSource, type SubjectRecord } from '../../platform/subjectData/source.ts';
import { sealedRecipients } from './recipients.ts';

/** Notifications that are decrypted at a time. */
const PAGE = 50;

/** What became of the mail of a notification to one of its recipients, and the moment of that. */
async function resultOf(
  trx: Trx,
  { workspaceId, id, notifiedAt }: { workspaceId: string; id: string; notifiedAt: string | null },
  position: number,
): Promise<{ at: string | null; result: string | null }> {
  const mail = await trx
    .selectFrom('mailDeliveries')
    .select(['state', 'answer', 'answeredAt', 'resentAt'])
    .where('workspaceId', '=', workspaceId)
    .where('batchId', '=', id)
    .where('position', '=', position)
    .where('superseded', '=', false)
    .executeTakeFirst();
  if (!mail) return { at: notifiedAt, result: null };
  const { state, answer, answeredAt, resentAt } = mail;
  return { at: answer === 'OTHERWISE' ? answeredAt : (resentAt ?? notifiedAt), result: answer ?? state };
}

/**
 * Notifications of incidents to a data subject, each by mail with what became of it: one that came back notified
 * nobody. Recipients are sealed together, so every notification to data subjects is decrypted; people are matched by
 * email address.
 */
export const notifiedIncidents: SubjectDataSource = {
  name: 'incidentNotification',
  async find(trx, search, subject) {
    const { workspaceId, key, locale } = search;
    const records: SubjectRecord[] = [];
    const email = subject.email.toLowerCase();
    const by = knownKeys(subject, ['email']);
    if (email === '') return { by, records };
    const notifications = rowsById(search, PAGE, (after) =>
      trx
        .selectFrom('incidentNotifications as n')
        .innerJoin('incidents as i', (join) =>
          join.onRef('i.workspaceId', '=', 'n.workspaceId').onRef('i.id', '=', 'n.incidentId'),
        )
        .select(['n.id', 'n.recipients', 'n.subject', 'n.message', 'n.notifiedAt', 'n.channel', 'i.number'])
        .where('n.workspaceId', '=', workspaceId)
        .where('n.status', '=', 'SENT')
        .where('n.recipientGroup', '=', 'DATA_SUBJECT')
        .where('n.id', '>', after)
        .orderBy('n.id')
        .limit(PAGE)
        .execute(),
    );
    for await (const row of notifications) {
      const recipients = sealedRecipients.open(key, row.id, row.recipients);
      const position = recipients.findIndex((one) => one.email.toLowerCase() === email);
      if (position < 0) continue;
      const { number, channel, subject: heading, message } = row;
      const { name, email: address, phone: telephone } = recipients[position]!;
      const { at, result } = await resultOf(trx, { workspaceId, ...row }, position);
      const words = result && translate(locale, `subjectData:delivery.${result}`);
      records.push({
        number,
        at,
        channel,
        delivery: words,
        name,
        email: address,
        telephone,
        subject: heading,
        message,
      });
    }
    return { by, records };
  },
};
