import { knownKeys, type SubjectDataSource, type SubjectRecord } from '../../platform/subjectData/source.ts';
import { lookupsOf } from '../request/subject.ts';
import { sealedAgentFacts } from './sealed.ts';

/** What agents stated with other requests of the same person, beside the person. */
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
      .select(['r.id', 'r.receivedAt', 's.facts', 'a.name'])
      .where('r.workspaceId', '=', workspaceId)
      .where('r.id', '!=', subject.requestId)
      .where((eb) => eb.or(lookups.map(([column, hash]) => eb(`r.${column}`, '=', hash))))
      .orderBy('r.receivedAt')
      .orderBy('r.id')
      .execute();
    const records = rows.map(({ id, receivedAt, facts, name }): SubjectRecord => {
      signal.throwIfAborted();
      const { exercise, relationships, telephone, address, powerOfAttorney } = sealedAgentFacts.open(key, id, facts);
      return { at: receivedAt, agent: name, rights: [exercise], relationships, telephone, address, powerOfAttorney };
    });
    return { by, records };
  },
};
