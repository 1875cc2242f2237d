import type { Trx } from '../../../db/client.ts';
import type { ExerciseStatus } from '../../../shared/dataRightsProtocol/protocol.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { translate } from '../../platform/i18n.ts';
import { linkTo } from '../../platform/mail/links.ts';
import { ACT, RIGHT } from '../request/clock.ts';
import * as rows from '../request/rows.ts';
import { carriedOutInPart } from '../requestRefusal/parts.ts';
import { tokensOf } from '../requestIdentity/links.ts';
import type { AgentFacts } from './sealed.ts';

/** Reasons of a denial, by the ground of the refusal; all other grounds are claims that the law does not cover. */
const REASON_OF: Readonly<Record<string, ExerciseStatus['reason']>> = {
  NO_DATA: 'no_match',
  OUTSIDE_ACT: 'outside_jurisdiction',
  DUPLICATE: 'too_many_requests',
  UNFOUNDED: 'other',
};

/**
 * The status of a request in the terms of the protocol: without texts of the staff, which the data subject can read on
 * their page. undefined: the request no longer exists.
 */
export async function statusOf(
  trx: Trx,
  actor: WithDeps,
  id: string,
  { reference }: Pick<AgentFacts, 'reference'>,
): Promise<ExerciseStatus | undefined> {
  const { workspaceId, deps } = actor;
  const request = await rows.find(trx, workspaceId, id);
  const [right] = await rows.rightsOf(trx, workspaceId, [id]);
  if (!request || !right) return undefined;
  const [own, ofAct, tokens] = [
    await deadlinesOf(trx, workspaceId, RIGHT, [right.id]),
    await deadlinesOf(trx, workspaceId, ACT, [right.id]),
    await tokensOf(trx, actor, request),
  ];
  const token = tokens.get('SUBJECT')?.token;
  const page = token && linkTo(deps.config, request.language, pageAddress('requestStatus'), token);
  const inPart = right.stage === 'COMPLETE' && (await carriedOutInPart(trx, workspaceId, [right.id])).has(right.id);
  // The workspace's own date can be later, the date of the act never moves.
  const due = [own, ofAct]
    .flatMap((clocks) => clocks.get(right.id)?.dueAt ?? [])
    .map(utc)
    .toSorted()
    .at(0);
  const details = (key: string) => translate(request.language, `dataRightsProtocol:details.${key}`);
  return {
    request_id: id,
    ...(reference && { agent_request_id: reference }),
    received_at: utc(request.receivedAt),
    ...standing(right, { due, page, verifyBy: utc(request.verifyBy), inPart, details }),
  };
}

const utc = (moment: string): string => new Date(moment).toISOString();

interface Surroundings {
  readonly due: string | undefined;
  readonly page: string | undefined;
  readonly verifyBy: string;
  /** Completed without all of it being carried out, for which the protocol has no status. */
  readonly inPart: boolean;
  readonly details: (key: string) => string;
}

function standing(
  { stage, groundCode, extendedDays }: rows.RightRow,
  { due, page, verifyBy, inPart, details }: Surroundings,
): Pick<ExerciseStatus, 'status'> & Partial<ExerciseStatus> {
  const expected = due === undefined ? {} : { expected_by: due };
  switch (stage) {
    case 'VERIFY':
      return {
        ...expected,
        status: 'in_progress',
        reason: 'need_user_verification',
        processing_details: details('verify'),
        ...(page && { user_verification_url: page }),
        expires_at: verifyBy,
      };
    case 'COMPLETE':
      return {
        status: 'fulfilled',
        processing_details: details(inPart ? 'fulfilledInPart' : 'fulfilled'),
        ...(page && { results_url: page }),
      };
    case 'WITHDRAWN':
      return { status: 'revoked' };
    case 'UNVERIFIED':
      return { status: 'denied', reason: 'insuf_verification', processing_details: details('unverified') };
    case 'CLOSED':
      return {
        status: 'denied',
        reason: REASON_OF[groundCode ?? ''] ?? 'claim_not_covered',
        processing_details: details('denied'),
      };
    default: {
      const note = stage === 'WAITING' ? 'waiting' : extendedDays === null ? undefined : 'extended';
      return { ...expected, status: 'in_progress', ...(note && { processing_details: details(note) }) };
    }
  }
}
