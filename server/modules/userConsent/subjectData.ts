import type { Trx } from '../../../db/client.ts';
import {
  type SubjectDataSource,
  type SubjectRecord,
  idsOf,
  knownKeys,
  wordsIn,
} from '../../platform/subjectData/source.ts';
import { chosen, versionsOf } from './forms.ts';
import * as queries from './queries.ts';
import { sealedIdentity, uidHash } from './record.ts';

/** Submissions that one query reads. */
const PAGE = 500;

async function* rowsOf(trx: Trx, workspaceId: string, uid: Buffer) {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await queries.rowsOf(trx, queries.ofSubject(workspaceId, uid), {
      direction: 'ASC',
      limit: PAGE,
      offset,
    });
    yield* rows;
    if (rows.length < PAGE) return;
  }
}

/**
 * Every choice of a data subject with its content. Forms identify people by their id alone, which is often an address:
 * it is searched as an id, too.
 */
export const submissions: SubjectDataSource = {
  name: 'userConsent',
  async find(trx, { workspaceId, key, locale, signal }, subject) {
    const records: SubjectRecord[] = [];
    for (const id of idsOf(subject)) {
      const uid = uidHash(key, id);
      const names = new Map((await queries.formsOfSubject(trx, workspaceId, uid)).map((form) => [form.id, form.name]));
      for await (const row of rowsOf(trx, workspaceId, uid)) {
        signal.throwIfAborted();
        const version = (await versionsOf(trx, workspaceId, [row]))(row.consentId, row.version);
        const identity = sealedIdentity.open(key, row.id, row.identity);
        records.push({
          at: row.at,
          form: names.get(row.consentId) ?? '',
          version: row.version,
          uid: identity.uid,
          name: identity.name,
          guardian: identity.guardian ? `${identity.guardian.firstName} ${identity.guardian.lastName}` : null,
          action: row.action,
          allowed: chosen(version, row.granted).map(({ title }) => wordsIn(locale, title)),
          channel: row.channel,
          place: row.source,
        });
      }
    }
    return { by: knownKeys(subject, ['uid', 'email']), records };
  },
};
