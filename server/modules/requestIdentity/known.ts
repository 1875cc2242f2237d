import type { Trx } from '../../../db/client.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { type Person, personsOf } from '../../../shared/request/persons.ts';
import * as requests from '../request/service.ts';
import { type DocumentRow, documentsOf } from './documentQueries.ts';
import { linksOf } from './queries.ts';

/** By what a person is known. A request of two persons who are known by different ones is confirmed by the first. */
const WAYS = ['CODE', 'DOCUMENT', 'TOKEN'] as const;
type Way = (typeof WAYS)[number];
/** When they got another address: no link goes there where nobody is written to. */
const READDRESSED = { SUBJECT: 'subjectReaddressedAt', GUARDIAN: 'guardianReaddressedAt' } as const;
type Readdressed = (typeof READDRESSED)[keyof typeof READDRESSED];

/**
 * Whether somebody who acts in a request is known by an accepted document. While the request must be confirmed again,
 * one that was accepted before the newest link or the newest address does not count: it proves nothing about a mailbox
 * that was named since (decision 126).
 */
export function isKnownByDocument(
  person: Person,
  request: Pick<requests.RequestIdentity, 'verifiedAt' | 'rights' | Readdressed>,
  { links, documents }: { links: Awaited<ReturnType<typeof linksOf>>; documents: readonly DocumentRow[] },
): boolean {
  const link = links.find((one) => one.person === person);
  const since = [link?.createdAt, request[READDRESSED[person]]].map((at) => (at ? Date.parse(at) : 0));
  const isAgain = mustConfirmAgain(request);
  return documents.some(
    ({ person: owner, state, decidedAt }) =>
      owner === person &&
      state === 'ACCEPTED' &&
      (!isAgain || (decidedAt !== null && Date.parse(decidedAt) >= Math.max(...since))),
  );
}

/**
 * Who of those who act in a request is known, and how: by a code, an accepted document, or, as the data subject, by a
 * token.
 */
export async function knownPersons(
  trx: Trx,
  workspaceId: string,
  request: Pick<requests.RequestIdentity, 'id' | 'ageBand' | 'tokenAt' | 'verifiedAt' | 'rights' | Readdressed>,
): Promise<ReadonlyMap<Person, Way>> {
  const links = await linksOf(trx, workspaceId, request.id);
  const documents = await documentsOf(trx, workspaceId, request.id);
  const wayOf = (person: Person): Way | undefined => {
    if (person === 'SUBJECT' && request.tokenAt !== null) return 'TOKEN';
    const link = links.find((one) => one.person === person);
    if (link && link.confirmedAt !== null) return 'CODE';
    return isKnownByDocument(person, request, { links, documents }) ? 'DOCUMENT' : undefined;
  };
  return new Map(
    personsOf(request.ageBand).flatMap((person) => {
      const way = wayOf(person);
      return way ? [[person, way] as const] : [];
    }),
  );
}

/**
 * Confirms a request if everybody who has to be known is, whoever was the last.
 * @param how by what the last of them became known; left out where nobody did just now
 * @returns whether it was confirmed by this call
 */
export async function verifyKnown(
  trx: Trx,
  actor: WithDeps,
  request: requests.RequestIdentity,
  how?: Way,
): Promise<boolean> {
  const known = await knownPersons(trx, actor.workspaceId, request);
  if (known.size < personsOf(request.ageBand).length) return false;
  const ways = [...known.values()];
  return requests.verify(trx, actor, request.id, how ?? WAYS.find((way) => ways.includes(way))!);
}
