import { randomUUIDv7 } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { groundsOf } from '../../../shared/request/grounds.ts';
import type { RequestSettings } from '../../../shared/request/settings.ts';
import { isClosed, type RequestAction, type RequestStage } from '../../../shared/request/stage.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import { recordMoving } from '../../platform/records/listener.ts';
import type { MoveRule, Step, Workflow } from '../../platform/workflow/workflow.ts';
import { formerAssignee } from './assignees.ts';
import * as clock from './clock.ts';
import type { RightRow } from './rows.ts';
import { OWNERSHIP } from './record.ts';
import { sealedReason, sealedResolution } from './subject.ts';

/** Optional facts of every move of a right. */
interface Words {
  readonly settings: RequestSettings;
  readonly key: WorkspaceKey;
  /** The reason: for the data subject, or among colleagues. */
  readonly reason: string;
  /** When it happened, where it is entered later. */
  readonly happenedAt?: Date;
  /** The rights that move together. */
  readonly rightIds?: readonly string[];
}

export interface RightMoves {
  table: 'requestRights';
  record: RightRow;
  state: RequestStage;
  action: RequestAction;
  actor: WithDeps;
  inputs: {
    verify: Words;
    lapse: Words;
    assign: Words & { readonly assignee: { readonly id: string; readonly name: string } };
    submit: Words;
    approve: Words;
    revert: Words;
    ask: Words;
    answer: Words;
    resume: Words;
    reject: Words & { readonly groundCode: string };
    extend: Words & { readonly days: number };
    reopen: Words;
    withdraw: Words;
  };
  facts: { assigneeId?: string | null };
  notice: object;
}
type Columns = Updateable<DB['requestRights']>;

const where = ({ actor }: { actor: Actor }) => ({ workspaceId: actor.workspaceId, at: actor.at });
const dateOf = ({ actor, input }: { actor: Actor; input: Words }): Date => input.happenedAt ?? actor.at;
const closing = (step: { actor: Actor; input: Words }): Columns => ({ closedAt: dateOf(step), waitingSince: null });
/** Asks the modules that listen to requests. @throws what one of them refuses the move with */
async function askModules(
  { trx, actor, before, input }: Step<RightMoves, Words>,
  action: RequestAction,
): Promise<object> {
  const { rightIds: together = [before.id] } = input;
  await recordMoving(trx, actor, 'request', { id: before.requestId, partId: before.id, together, action });
  return {};
}
const ending = (step: { actor: Actor; input: Words }) => ({ ...where(step), at: dateOf(step) });
/** A question is no longer open: the workspace's deadline resumes. */
const goingOn: MoveRule<RightMoves, Words> = {
  to: ({ before }) => (before.assigneeId ? 'WORK' : 'ASSIGN'),
  columns: () => ({ waitingSince: null }),
  effects: (step) => clock.resumeClock(step.trx, where(step), step.before.id, new Date(step.before.waitingSince!)),
};

/** How one right of a request moves. The caller has locked the request. */
export const rightWorkflow: Workflow<RightMoves> = {
  table: 'requestRights',
  ...OWNERSHIP,
  column: { name: 'stage', valueOf: (stage) => stage },
  async written({ trx, actor, before, from, to, action, input }, columns) {
    await insertMove(trx, actor, before, { action, from, to, ...(input as Words) });
    const { assigneeId = before.assigneeId } = columns as { assigneeId?: string | null };
    return { ...before, ...(columns as Partial<RightRow>), assigneeId, stage: to, rowVersion: before.rowVersion + 1 };
  },
  moves: {
    /** The data subject is verified: the deadline starts, unless it counts from receipt. */
    verify: {
      effects: (step) =>
        clock.startVerified(step.trx, where(step), step.before, { ...step.input, verifiedAt: dateOf(step) }),
    },
    /** Nobody confirmed the request in time. */
    lapse: {
      columns: closing,
      effects: (step) => clock.endClocks(step.trx, ending(step), step.before.id, { answered: false }),
    },
    assign: { columns: ({ input }) => ({ assigneeId: input.assignee.id }) },
    /** The assignee submits the answer. @throws the refusals of other modules, while work on the right is left */
    submit: {
      prepare: (step) => askModules(step, 'submit'),
      columns: ({ actor, before, input: { key, reason } }) => ({
        submittedBy: actor.personnelId,
        resolution: sealedResolution.seal(key, before.id, reason),
      }),
    },
    /** @throws 403 for the person who submitted it, unless the workspace allows that */
    approve: {
      prepare({ actor, before, input: { settings } }) {
        if (!settings.approveOwn && before.submittedBy === actor.personnelId) throw appError('request.ownApproval');
        return {};
      },
      columns: closing,
      effects: (step) => clock.endClocks(step.trx, ending(step), step.before.id, { answered: true }),
    },
    revert: { columns: () => ({ submittedBy: null }) },
    /**
     * The data subject is asked a question: the workspace's deadline pauses, that of the act does not. @throws the
     * refusals of other modules, where nobody can read it
     */
    ask: {
      prepare: (step) => askModules(step, 'ask'),
      columns: ({ actor }) => ({ waitingSince: actor.at, submittedBy: null }),
      effects: (step) => clock.pauseClock(step.trx, where(step), step.before.id),
    },
    answer: goingOn,
    /** Nobody replied in time: work continues with what is known. */
    resume: goingOn,
    /** An answer that was submitted lapses. @throws 400 for a ground that the right does not have */
    reject: {
      prepare({ before, input: { groundCode } }) {
        if (!groundsOf(before.code).some(({ code }) => code === groundCode))
          throw appError('request.ground', { at: 'groundCode' });
        return {};
      },
      columns: (step) => ({ ...closing(step), groundCode: step.input.groundCode, resolution: null }),
      effects: (step) => clock.endClocks(step.trx, ending(step), step.before.id, { answered: true }),
    },
    /**
     * @throws 409 the second time, after the due date, or for an erasure: the Committee's notification allows no
     * extension
     */
    extend: {
      async prepare({ trx, actor, before }) {
        if (before.code === 'ERASURE') throw appError('request.notExtendable');
        if (before.extendedDays !== null) throw appError('request.extendedAlready');
        const running = (await deadlinesOf(trx, actor.workspaceId, clock.RIGHT, [before.id])).get(before.id);
        if (running && clock.isOverdueAt(running, actor.at)) throw appError('request.pastDue');
        return {};
      },
      columns: ({ input: { days } }) => ({ extendedDays: days }),
      effects: (step) => clock.extendClock(step.trx, where(step), step.before.id, step.input.days),
    },
    /** Back to its former assignee, if they are still active; its deadlines resume with their due moments. */
    reopen: {
      prepare: async ({ trx, actor, before }) => ({ assigneeId: await formerAssignee(trx, actor.workspaceId, before) }),
      to: ({ facts }) => (facts.assigneeId ? 'WORK' : 'ASSIGN'),
      columns: ({ facts }) => ({
        assigneeId: facts.assigneeId ?? null,
        closedAt: null,
        submittedBy: null,
        groundCode: null,
        resolution: null,
      }),
      effects: (step) => clock.reopenClocks(step.trx, where(step), step.before.id),
    },
    /** The data subject withdraws it. */
    withdraw: {
      columns: closing,
      effects: (step) => clock.endClocks(step.trx, ending(step), step.before.id, { answered: false }),
    },
  },
};

/** Stores a move of a right permanently. */
export async function insertMove(
  trx: Trx,
  { workspaceId, personnelId: by, at }: Actor,
  { id: requestRightId, requestId }: Pick<RightRow, 'id' | 'requestId'>,
  move: { action: string; from: RequestStage; to: RequestStage; key: WorkspaceKey; reason: string },
): Promise<void> {
  const { action, from, to, key, reason } = move;
  const id = randomUUIDv7();
  await trx
    .insertInto('requestMoves')
    .values({
      workspaceId,
      id,
      requestId,
      requestRightId,
      action,
      fromStage: from,
      toStage: to,
      reason: reason === '' ? null : sealedReason.seal(key, id, reason),
      by,
      at,
    })
    .execute();
}

/** Whether every right of a request is closed. */
export const isOver = (stages: readonly RequestStage[]): boolean => stages.every(isClosed);
