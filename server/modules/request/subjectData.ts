import { requestReference } from '../../../shared/request/reference.ts';
import { knownKeys, type SubjectDataSource, type SubjectRecord, wordsIn } from '../../platform/subjectData/source.ts';
import * as queries from './queries.ts';
import { identityIn, lookupsOf, wishIn } from './subject.ts';

/** Other requests of the same person: with the same id or email address; a phone number is shared by families. */
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
      .selectFrom('requests')
      .select(['id', 'number', 'receivedAt', 'channel', 'status', 'closedAt', 'subject'])
      .where('workspaceId', '=', workspaceId)
      .where('id', '!=', subject.requestId)
      .where((eb) => eb.or(lookups.map(([column, hash]) => eb(column, '=', hash))))
      .orderBy('receivedAt')
      .orderBy('id')
      .execute();
    const rights = await queries.rightsOf(
      trx,
      workspaceId,
      rows.map(({ id }) => id),
    );
    const records = rows.map((row): SubjectRecord => {
      signal.throwIfAborted();
      const who = identityIn(key, row);
      const own = rights.filter(({ requestId }) => requestId === row.id);
      return {
        number: requestReference(row.number),
        at: row.receivedAt,
        channel: row.channel,
        name: `${who.firstName} ${who.lastName}`,
        email: who.email,
        telephone: who.telephone,
        uid: who.uid,
        rights: own.map(({ nameTh: th, nameEn: en }) => wordsIn(locale, { th, en })),
        wishes: own.map((right) => wishIn(key, right).detail).filter((wish) => wish !== ''),
        status: row.status,
        closedAt: row.closedAt,
      };
    });
    return { by, records };
  },
};
