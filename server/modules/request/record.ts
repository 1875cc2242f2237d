import { namedOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import type { Clock } from '../../../shared/clock.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import { isClosed, rightStage, STATUS_OF } from '../../../shared/request/stage.ts';
import { may, onlyOwn, rolesWith } from '../../../shared/registry/permissions.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import { type Actor, actorOf, type Caller } from '../../platform/actor.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { allowedMoves } from '../../platform/workflow/workflow.ts';
import { outstandingOf } from './outstanding.ts';
import * as requestForms from '../requestForm/service.ts';
import { ACT, isOverdueAt, RIGHT } from './clock.ts';
import * as queries from './rows.ts';
import {
  type CorrectedValue,
  sealedCorrection,
  sealedFeeReason,
  sealedReason,
  sealedResolution,
  sealedSubject,
  sealedWish,
} from './subject.ts';

/** Whether somebody can only read requests with a right that is assigned to them; the product itself can read all. */
export const seesOwn = ({ standing }: Pick<Actor, 'standing'>): boolean =>
  standing !== undefined && onlyOwn(standing.role, 'request.read');

/** Whoever cannot work on requests answers for the figures without access to the data subject (access.tsv). */
export const knowsIdentity = ({ standing }: Pick<Caller, 'standing'>): boolean =>
  rolesWith('request.write').includes(standing.role);

type Standing = Pick<queries.RightRow, 'stage' | 'assigneeId'>;
/** Who can make each move: somebody who manages requests any of theirs, all others those of their own rights. */
export const OWNERSHIP = {
  machine: rightStage,
  stateOf: ({ stage }: Standing) => stage,
  isOwn: (actor: Actor, { assigneeId }: Standing): boolean => !seesOwn(actor) || assigneeId === actor.personnelId,
  notOwn: () => appError('request.notYours'),
};

/** The moves that somebody can make with a right now; it is extended as the rules of that move allow (workflow.ts). */
export const openMovesOf = (
  caller: Caller,
  right: Standing & Pick<queries.RightRow, 'code' | 'extendedDays'>,
  clock: Clock | null,
  at: Date,
) =>
  allowedMoves(caller, OWNERSHIP, right).filter(
    (action) =>
      action !== 'extend' ||
      (right.code !== 'ERASURE' && right.extendedDays === null && !(clock && isOverdueAt(clock, at))),
  );

/** Deadlines of the rights of some requests. */
export async function clocksOf(trx: Trx, workspaceId: string, rights: readonly Pick<queries.RightRow, 'id'>[]) {
  const ids = rights.map(({ id }) => id);
  const [own, ofAct] = await Promise.all([
    deadlinesOf(trx, workspaceId, RIGHT, ids),
    deadlinesOf(trx, workspaceId, ACT, ids),
  ]);
  return (id: string) => {
    const legalClock = ofAct.get(id);
    if (!legalClock) throw new Error(`right ${id} of a request has no clock of the act`);
    return { clock: own.get(id) ?? null, legalClock };
  };
}

/** Fields of a right for lists and pages. */
export const headOf = (
  row: queries.RightRow,
  clocks: Awaited<ReturnType<typeof clocksOf>>,
): Pick<RequestRight, 'id' | 'code' | 'name' | 'stage' | 'status' | 'assignee' | 'clock' | 'legalClock'> => ({
  id: row.id,
  code: row.code,
  name: { th: row.nameTh, en: row.nameEn },
  stage: row.stage,
  status: STATUS_OF[row.stage],
  assignee: namedOf(row.assigneeId, row.assigneeName),
  ...clocks(row.id),
});

/** A request with its rights. */
export interface RequestRecord extends queries.RequestRow {
  readonly rights: readonly queries.RightRow[];
}

/** The rows of a request. @throws 404, also for one that the caller cannot read */
async function rowsOf(trx: Trx, ctx: WorkspaceContext, id: string): Promise<RequestRecord> {
  const [row, rights] = await Promise.all([
    queries.find(trx, ctx.workspace.id, id),
    queries.rightsOf(trx, ctx.workspace.id, [id]),
  ]);
  const own = rights.some(({ assigneeId }) => assigneeId === ctx.personnel.id);
  if (!row || (seesOwn(actorOf(ctx)) && !own)) throw appError('request.notFound');
  return { ...row, rights };
}

/** Whether somebody can read what the data subject sent: they can read the request and its data subject. */
export async function mayReadWords(trx: Trx, ctx: WorkspaceContext, id: string): Promise<boolean> {
  if (!knowsIdentity(actorOf(ctx))) return false;
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found || !seesOwn(actorOf(ctx))) return found !== undefined;
  const rights = await queries.rightsOf(trx, ctx.workspace.id, [id]);
  return rights.some(({ assigneeId }) => assigneeId === ctx.personnel.id);
}

/** The same, locked until the transaction ends. @throws 404, 409 `staleEdit` with the newer one */
export async function locked(
  trx: Trx,
  ctx: WorkspaceContext,
  { id, rowVersion }: { id: string; rowVersion?: number | undefined },
): Promise<RequestRecord> {
  await queries.lock(trx, ctx.workspace.id, id);
  const found = await rowsOf(trx, ctx, id);
  await assertNewest(found, rowVersion, () => viewOf(trx, ctx, found));
  return found;
}

/** A request with all its parts. @throws 404, also for one that the caller cannot read */
export const existing = async (trx: Trx, ctx: WorkspaceContext, id: string): Promise<Request> =>
  viewOf(trx, ctx, await rowsOf(trx, ctx, id));

async function viewOf(trx: Trx, ctx: WorkspaceContext, found: RequestRecord): Promise<Request> {
  const ws = ctx.workspace.id;
  const key = await ctx.deps.keyring.workspaceKey(trx, ws);
  const [clocks, { content }, moves, corrections, attachments, outstanding] = await Promise.all([
    clocksOf(trx, ws, found.rights),
    requestForms.versionOf(trx, ctx, found.requestFormId, found.requestFormVersion),
    queries.movesOf(trx, ws, found.id),
    queries.correctionsOf(trx, ws, found.id),
    queries.attachmentsOf(trx, key, ws, found.id),
    outstandingOf(trx, ws, found.id),
  ]);
  const caller = actorOf(ctx);
  const open = knowsIdentity(caller);
  return {
    ...factsOf(found),
    consentUUID: found.consentId,
    organization: content.controller.name,
    expiryDays: content.expiryDays,
    attachments: open
      ? attachments.map((file) => ({ ...file, size: Number(file.size), url: fileUrl(ws, file.id) }))
      : [],
    language: found.language,
    country: found.country,
    ageBand: found.ageBand,
    verifiedHow: found.verifiedHow,
    byToken: found.tokenAt !== null,
    knownKeys: found.knownKeys,
    identity: open && found.subject ? sealedSubject.open(key, found.id, found.subject) : null,
    rights: found.rights.map((row) => ({
      ...headOf(row, clocks),
      ...wordsOf(row, key, content, open),
      days: row.days,
      fee: Number(row.fee),
      waitingSince: row.waitingSince,
      extendedDays: row.extendedDays,
      groundCode: row.groundCode,
      closedAt: row.closedAt,
      submittedBy: row.submittedBy,
      answerOutstanding: outstanding.has(row.id),
      feeState: row.feeState,
      feeAt: row.feeAt,
      selected: row.options,
      editable: isEditable(caller, row),
      allowed: found.anonymisedAt ? [] : openMovesOf(caller, row, clocks(row.id).clock, ctx.deps.now()),
    })),
    moves: moves.map(({ requestRightId, fromStage, toStage, reason, by, byName, ...move }) => ({
      ...move,
      rightId: requestRightId,
      from: fromStage as RequestRight['stage'],
      to: toStage as RequestRight['stage'],
      reason: open && reason ? sealedReason.open(key, move.id, reason) : null,
      by: namedOf(by, byName),
    })),
    corrections: corrections.map(({ id, changes, by, byName, at }) => ({
      id,
      at,
      by: { id: by, name: byName },
      changes: sealedCorrection.open(key, id, changes).map((change) => changeOf(change, found.rights, content, open)),
    })),
  };
}

/** Fields of a request for lists and pages. */
const factsOf = (row: queries.RequestRow) => ({
  id: row.id,
  number: row.number,
  status: row.status,
  form: { id: row.requestFormId, name: row.formName, version: row.requestFormVersion },
  application: { id: row.applicationId, name: row.applicationName },
  channel: row.channel,
  receivedAt: row.receivedAt,
  verifiedAt: row.verifiedAt,
  verifyBy: row.verifyBy,
  dueAt: row.dueAt,
  closedAt: row.closedAt,
  anonymisedAt: row.anonymisedAt,
  rowVersion: row.rowVersion,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Whether somebody can correct the wish of a right: until it is closed, and Staff only theirs. */
export const isEditable = (caller: Caller, right: Standing): boolean =>
  may(caller.standing, 'request.write') && !isClosed(right.stage) && OWNERSHIP.isOwn(caller, right);

/** A corrected field in words: options by their names. */
function changeOf(
  { field, rightId, old, new: next }: CorrectedValue,
  rights: readonly queries.RightRow[],
  content: RequestFormContent,
  open: boolean,
) {
  if (!open) return { field, rightId, old: null, new: null };
  const right = rights.find(({ id }) => id === rightId);
  const offered = content.rights.find(({ id }) => id === right?.dataRightId)?.options ?? [];
  const words = (value: string) => {
    if (field !== 'options') return { th: value, en: value };
    const chosen = value === '' ? [] : value.split(',').flatMap((place) => offered[Number(place)] ?? []);
    return { th: chosen.map(({ th }) => th).join(', '), en: chosen.map(({ en }) => en).join(', ') };
  };
  return { field, rightId, old: words(old), new: words(next) };
}

/** The wish and the answer of a right, in words. */
function wordsOf(row: queries.RightRow, key: WorkspaceKey, content: RequestFormContent, open: boolean) {
  const offered = content.rights.find(({ id }) => id === row.dataRightId);
  const wish = open && row.detail ? sealedWish.open(key, row.id, row.detail) : null;
  return {
    offered: offered?.options ?? [],
    options: row.options.flatMap((place) => offered?.options[place] ?? []),
    additional: wish?.additional ?? null,
    detail: wish?.detail ?? null,
    feeReason: open && row.feeReason ? sealedFeeReason.open(key, row.id, row.feeReason) : null,
    resolution: open && row.resolution ? sealedResolution.open(key, row.id, row.resolution) : null,
  };
}
