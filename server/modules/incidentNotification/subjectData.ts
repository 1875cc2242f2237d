import { knownKeys, rowsById, type SubjectDataSource, type SubjectRecord } from '../../platform/subjectData/source.ts';
import { sealedRecipients } from './recipients.ts';

/** Notifications that are decrypted at a time. */
const PAGE = 50;

/**
 * Incidents that a data subject was notified of. Recipients are sealed together, so every notification to data subjects
 * is decrypted; people are matched by email address.
 */
export const notifiedIncidents: SubjectDataSource = {
  name: 'incidentNotification',
  async find(trx, search, subject) {
    const { workspaceId, key } = search;
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
      const own = sealedRecipients.open(key, row.id, row.recipients).find((one) => one.email.toLowerCase() === email);
      if (!own) continue;
      const { number, notifiedAt: at, channel, subject: heading, message } = row;
      const { name, email: address, phone: telephone } = own;
      records.push({ number, at, channel, name, email: address, telephone, subject: heading, message });
    }
    return { by, records };
  },
};
