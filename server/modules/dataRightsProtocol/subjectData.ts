import { knownKeys, type SubjectDataSource, type SubjectRecord } from '../../platform/subjectData/source.ts';
import { KNOWN_KEYS } from '../request/rows.ts';
import { isConfirmedOf } from '../request/subjectData.ts';
import { lookupsOf } from '../request/subject.ts';
import { sealedAgentFacts } from './sealed.ts';

/**
 * What agents stated with other requests of the same person, beside the person; without it where the other request only
 * states their id or address, unconfirmed (decision 143).
 */
export const agentClaims: SubjectDataSource = {
  name: 'dataRightsProtocol',
  async find(trx, { workspaceId, key, signal }, subject) {
    const { uidHash, emailHash } = lookupsOf(key, { ...subject, telephone: '', firstName: '', lastName: '' });
    const lookups = Object.entries({ uidHash, emailHash }).filter(
      (entry): entry is ['uidHash' | 'emailHash', Buffer] => entry[1] !== null,
    );
    const by = knownKeys(subject, ['uid', 'email']);
    if (lookups.length === 0) return { by, records: [] };
    const rows = await trx
      .selectFrom('requests as r')
      .innerJoin('agentRequests as s', (join) =>
        join.onRef('s.workspaceId', '=', 'r.workspaceId').onRef('s.id', '=', 'r.id'),
      )
      .innerJoin('authorisedAgents as a', (join) =>
        join.onRef('a.workspaceId', '=', 's.workspaceId').onRef('a.id', '=', 's.agentId'),
      )
      .select(['r.id', 'r.receivedAt', 'r.uidHash', 'r.emailHash', 's.facts', 'a.name', KNOWN_KEYS.as('knownKeys')])
      .where('r.workspaceId', '=', workspaceId)
      .where('r.id', '!=', subject.requestId)
      .where((eb) => eb.or(lookups.map(([column, hash]) => eb(`r.${column}`, '=', hash))))
      .orderBy('r.receivedAt')
      .orderBy('r.id')
      .execute();
    const records = rows.map((row): SubjectRecord => {
      signal.throwIfAborted();
      const { exercise, relationships, telephone, address, powerOfAttorney } = sealedAgentFacts.open(
        key,
        row.id,
        row.facts,
      );
      const facts = { at: row.receivedAt, agent: row.name, rights: [exercise] };
      return isConfirmedOf(row, lookups) ? { ...facts, relationships, telephone, address, powerOfAttorney } : facts;
    });
    return { by, records };
  },
};
