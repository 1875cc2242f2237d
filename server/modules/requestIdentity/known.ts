import type { Trx } from '../../../db/client.ts';
import { type Person, personsOf } from '../request/persons.ts';
import type * as requests from '../request/service.ts';
import { documentsOf } from './documentQueries.ts';
import { linksOf } from './queries.ts';

/** Who of those who act in a request is known: by a code, an accepted document, or, as the data subject, by a token. */
export async function knownPersons(
  trx: Trx,
  workspaceId: string,
  { id, ageBand, tokenAt }: Pick<requests.RequestIdentity, 'id' | 'ageBand' | 'tokenAt'>,
): Promise<readonly Person[]> {
  const links = await linksOf(trx, workspaceId, id);
  const accepted = (await documentsOf(trx, workspaceId, id)).filter(({ state }) => state === 'ACCEPTED');
  return personsOf(ageBand).filter(
    (person) =>
      (person === 'SUBJECT' && tokenAt !== null) ||
      links.some((link) => link.person === person && link.confirmedAt !== null) ||
      accepted.some((document) => document.person === person),
  );
}

/** Whether everybody who has to be known is: only then the request is confirmed, whoever was the last. */
export const isEverybodyKnown = async (
  trx: Trx,
  workspaceId: string,
  request: Parameters<typeof knownPersons>[2],
): Promise<boolean> => (await knownPersons(trx, workspaceId, request)).length === personsOf(request.ageBand).length;
