import type { StatedKey } from '../../../shared/request/schema.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { knownKeys, type SubjectDataSource, type SubjectRecord, wordsIn } from '../../platform/subjectData/source.ts';
import * as queries from './rows.ts';
import { identityIn, lookupsOf, wishIn } from './subject.ts';

type Lookup = readonly ['uidHash' | 'emailHash', Buffer];
const KEY_OF = { uidHash: 'uid', emailHash: 'email' } as const;

/** Whether a request was found by what was confirmed of its own data subject. */
export const isConfirmedOf = (
  row: { readonly uidHash: Buffer | null; readonly emailHash: Buffer | null; readonly knownKeys: readonly StatedKey[] },
  lookups: readonly Lookup[],
): boolean => lookups.some(([column, hash]) => row[column]?.equals(hash) && row.knownKeys.includes(KEY_OF[column]));

/**
 * Other requests of the same person: with the same id or email address; a phone number is shared by families. Where the
 * other request only states that id or address, unconfirmed, it may be somebody else's: then without who they are and
 * what they wrote (decision 143).
 */
export const otherRequests: SubjectDataSource = {
  name: 'request',
  async find(trx, { workspaceId, key, locale, signal }, subject) {
    const { uidHash, emailHash } = lookupsOf(key, { ...subject, telephone: '', firstName: '', lastName: '' });
    const lookups = Object.entries({ uidHash, emailHash }).filter(
      (entry): entry is ['uidHash' | 'emailHash', Buffer] => entry[1] !== null,
    );
    const by = knownKeys(subject, ['uid', 'email']);
    if (lookups.length === 0) return { by, records: [] };
    const rows = await trx
      .selectFrom('requests as r')
      .select(['r.id', 'r.number', 'r.receivedAt', 'r.channel', 'r.status', 'r.closedAt', 'r.subject'])
      .select(['r.uidHash', 'r.emailHash', queries.KNOWN_KEYS.as('knownKeys')])
      .where('r.workspaceId', '=', workspaceId)
      .where('r.id', '!=', subject.requestId)
      .where((eb) => eb.or(lookups.map(([column, hash]) => eb(`r.${column}`, '=', hash))))
      .orderBy('r.receivedAt')
      .orderBy('r.id')
      .execute();
    const rights = await queries.rightsOf(
      trx,
      workspaceId,
      rows.map(({ id }) => id),
    );
    const records = rows.map((row): SubjectRecord => {
      signal.throwIfAborted();
      const own = rights.filter(({ requestId }) => requestId === row.id);
      const facts = {
        number: requestReference(row.number),
        at: row.receivedAt,
        channel: row.channel,
        rights: own.map(({ nameTh: th, nameEn: en }) => wordsIn(locale, { th, en })),
        status: row.status,
        closedAt: row.closedAt,
      };
      if (!isConfirmedOf(row, lookups)) return facts;
      const who = identityIn(key, row);
      return {
        ...facts,
        name: `${who.firstName} ${who.lastName}`,
        email: who.email,
        telephone: who.telephone,
        uid: who.uid,
        wishes: own.map((right) => wishIn(key, right).detail).filter((wish) => wish !== ''),
      };
    });
    return { by, records };
  },
};
