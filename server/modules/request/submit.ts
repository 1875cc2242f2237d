import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { Locale } from '../../../shared/locale.ts';
import type {
  AgeBand,
  Guardian,
  RequestChannel,
  RequestedRight,
  Subject,
  StatedKey,
} from '../../../shared/request/schema.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import type { WithDeps } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import { recordCreated } from '../../platform/records/listener.ts';
import { announce } from './announce.ts';
import { dueAfter, openClocks } from './clock.ts';
import * as queries from './rows.ts';
import { settingsOf } from './settings.ts';
import { importHashOf, lookupsOf, sealedSubject, sealedWish } from './subject.ts';
import { verify, type VerifiedHow } from './verify.ts';

/** A received request, by any channel. */
export interface Arrival {
  /** The version of the form. */
  readonly form: { readonly id: string; readonly version: number; readonly content: RequestFormContent };
  /** When the organisation received it: the act counts from here. */
  readonly receivedAt: Date;
  readonly channel: RequestChannel;
  readonly language: Locale;
  readonly country: string;
  readonly subject: Subject;
  readonly ageBand: AgeBand | null;
  readonly guardian: Guardian | null;
  readonly rights: readonly RequestedRight[];
  /** How the data subject was verified; null: they have yet to confirm it. */
  readonly verifiedHow: VerifiedHow | null;
  /** What is confirmed to be the data subject's (decision 143). */
  readonly knownKeys?: readonly StatedKey[];
  /** Whether a token of the form confirmed the data subject, and with them the user ID. */
  readonly byToken?: boolean;
  /** The id that it gets; a new one where it is left out. */
  readonly id?: string | undefined;
  /** Of a request that was handled elsewhere: its reference there, and when the data subject was verified. */
  readonly before?: { readonly reference: string; readonly verifiedAt: Date };
}

/** A stored request. */
export interface Submitted {
  readonly id: string;
  readonly number: number;
  readonly verifyBy: Date;
}

/**
 * Stores a request with its rights, starts the deadlines, writes the event, verifies the data subject where their
 * identity is known, and then calls listeners of other modules (`recordListeners.request.created`), all in one
 * transaction.
 * @param actor without personnel where the data subject sent it
 * @throws 400 naming rights and options that the form does not offer
 */
export async function submit(trx: Trx, actor: WithDeps, arrival: Arrival): Promise<Submitted> {
  const { form, receivedAt, before } = arrival;
  assertOffered(form.content, arrival.rights);
  const { workspaceId, at } = actor;
  const key = await actor.deps.keyring.workspaceKey(trx, workspaceId);
  const settings = await settingsOf(trx, workspaceId);
  const requestId = arrival.id ?? randomUUIDv7();
  const rights = arrival.rights.map((requested) => {
    const offered = form.content.rights.find(({ id }) => id === requested.rightRequestId)!;
    return { id: randomUUIDv7(), code: offered.code, days: offered.days, offered, requested };
  });
  const rows = rights.map((right, position) => rowOf(actor, key, { ...right, requestId, position }));
  const request = {
    ...requestOf(actor, key, requestId, arrival),
    dueAt: settings.clockStart === 'receipt' ? dueAfter(receivedAt, Math.min(...rights.map(({ days }) => days))) : null,
  };
  await openClocks(trx, { workspaceId, at }, rights, { receivedAt, settings });
  // From here on the next caller waits for the number.
  const number = await queries.insertNumbered(trx, request);
  await trx.insertInto('requestRights').values(rows).execute();
  const announced = {
    id: requestId,
    number,
    rights: rights.map(({ id }) => ({ id, assigneeId: null, stage: 'VERIFY' as const })),
  };
  await announce(trx, actor, announced, before ? 'request.imported' : 'request.received');
  if (arrival.verifiedHow !== null) await verify(trx, actor, requestId, arrival.verifiedHow, { before });
  await recordCreated(trx, actor, 'request', requestId);
  return { id: requestId, number, verifyBy: request.verifyBy };
}

const requestOf = (
  { workspaceId, personnelId, at }: WithDeps,
  key: WorkspaceKey,
  id: string,
  { form, subject, guardian, receivedAt, channel, language, country, ageBand, before, ...known }: Arrival,
) => ({
  workspaceId,
  id,
  requestFormId: form.id,
  requestFormVersion: form.version,
  applicationId: form.content.application.id,
  subject: sealedSubject.seal(key, id, { ...subject, guardian }),
  ...lookupsOf(key, subject),
  importHash: before ? importHashOf(key, form.id, before.reference) : null,
  channel,
  language,
  country,
  ageBand,
  hasGuardian: guardian !== null,
  knownKeys: [...(known.byToken ? ['uid'] : []), ...(known.knownKeys ?? [])],
  tokenAt: known.byToken ? at : null,
  receivedAt,
  verifyBy: dueAfter(at, form.content.expiryDays),
  createdBy: personnelId,
  updatedBy: personnelId,
  createdAt: at,
  updatedAt: at,
});

/** A right of a received request, as its row. */
interface NewRight {
  readonly id: string;
  readonly requestId: string;
  readonly position: number;
  readonly offered: RequestFormContent['rights'][number];
  readonly requested: RequestedRight;
}

const rowOf = (
  { workspaceId, personnelId, at }: WithDeps,
  key: WorkspaceKey,
  { id, requestId, position, offered, requested }: NewRight,
) => ({
  workspaceId,
  id,
  requestId,
  position,
  dataRightId: offered.id,
  code: offered.code,
  nameTh: offered.name.th,
  nameEn: offered.name.en,
  days: offered.days,
  fee: offered.fee,
  options: requested.selectedRightRequestOptions,
  detail: sealedWish.seal(key, id, {
    additional: requested.additionalRequestOption,
    detail: requested.requestDetail,
  }),
  updatedBy: personnelId,
  updatedAt: at,
});

/** @throws 400 naming rights and options that the form does not offer */
function assertOffered(content: RequestFormContent, rights: readonly RequestedRight[]): void {
  const issues = rights.flatMap(({ rightRequestId, selectedRightRequestOptions }, index) => {
    const right = content.rights.find(({ id }) => id === rightRequestId);
    if (!right) return [{ path: ['rights', index, 'rightRequestId'], key: 'request:refusal.right' }];
    return selectedRightRequestOptions.some((place) => place >= right.options.length)
      ? [{ path: ['rights', index, 'selectedRightRequestOptions'], key: 'request:refusal.option' }]
      : [];
  });
  if (issues.length > 0) throw appError('BAD_REQUEST', { issues });
}
