import { knownKeys, type SubjectDataSource, type SubjectRecord } from '../../platform/subjectData/source.ts';
import { sealedReporter } from './reporter.ts';

/** Incidents whose reporters are decrypted at a time. */
const PAGE = 200;

/**
 * Incidents that a data subject reported, by the public form or as personnel. Each reporter is sealed by itself, so every
 * one is decrypted; people are matched by email address. What an incident says of others is no data of its reporter.
 */
export const reportedIncidents: SubjectDataSource = {
  name: 'incident',
  async find(trx, { workspaceId, key, signal }, subject) {
    const records: SubjectRecord[] = [];
    const email = subject.email.toLowerCase();
    let after = '00000000-0000-0000-0000-000000000000';
    while (email !== '') {
      signal.throwIfAborted();
      const rows = await trx
        .selectFrom('incidents')
        .select(['id', 'reporter', 'number', 'title', 'createdAt'])
        .where('workspaceId', '=', workspaceId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute();
      for (const { id, reporter, number, title, createdAt } of rows) {
        const { firstName, lastName, phone, email: address } = sealedReporter.open(key, id, reporter);
        if (address.toLowerCase() !== email) continue;
        const name = `${firstName} ${lastName}`;
        records.push({ number, at: createdAt, name, email: address, telephone: phone, subject: title });
      }
      if (rows.length < PAGE) break;
      after = rows.at(-1)!.id;
    }
    return { by: knownKeys(subject, ['email']), records };
  },
};
