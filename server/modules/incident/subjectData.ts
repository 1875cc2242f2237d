import { knownKeys, rowsById, type SubjectDataSource, type SubjectRecord } from '../../platform/subjectData/source.ts';
import { sealedReporter } from './reporter.ts';

/** Incidents whose reporters are decrypted at a time. */
const PAGE = 200;

/**
 * Incidents that a data subject reported, by the public form or as personnel. Each reporter is sealed by itself, so
 * every one is decrypted; people are matched by email address. What an incident says of others is no data of its
 * reporter.
 */
export const reportedIncidents: SubjectDataSource = {
  name: 'incident',
  async find(trx, search, subject) {
    const { workspaceId, key } = search;
    const records: SubjectRecord[] = [];
    const email = subject.email.toLowerCase();
    const by = knownKeys(subject, ['email']);
    if (email === '') return { by, records };
    const incidents = rowsById(search, PAGE, (after) =>
      trx
        .selectFrom('incidents')
        .select(['id', 'reporter', 'number', 'title', 'createdAt'])
        .where('workspaceId', '=', workspaceId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute(),
    );
    for await (const { id, reporter, number, title, createdAt } of incidents) {
      const { firstName, lastName, phone, email: address } = sealedReporter.open(key, id, reporter);
      if (address.toLowerCase() !== email) continue;
      const name = `${firstName} ${lastName}`;
      records.push({ number, at: createdAt, name, email: address, telephone: phone, subject: title });
    }
    return { by, records };
  },
};
