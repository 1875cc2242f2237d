import type { Updateable } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import type { AnswerFailure } from '../../../shared/requestAnswer/schema.ts';
import { type AnswerAction, type AnswerStatus, answerStatus } from '../../../shared/requestAnswer/status.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { Step, Workflow } from '../../platform/workflow/workflow.ts';
import { announce } from '../request/announce.ts';
import { endNotice } from '../requestMessage/notify.ts';
import { announceAnswer } from './announce.ts';
import { noteRead, removePackage } from './packages.ts';
import type { AnswerRow } from './queries.ts';
import type { Answered } from './record.ts';

type Columns = Updateable<DB['requestAnswers']>;

/** When a package whose days start at a moment expires. */
export const expiryOf = ({ expiryDays }: AnswerRow, at: Date): Date => new Date(at.getTime() + expiryDays * DAY);

/** Facts of moves by staff. */
interface ByStaff {
  readonly of: Answered;
}
interface Release extends ByStaff {
  readonly password: Buffer;
  /** Files of the search that are sent. */
  readonly gatheredIds: string[];
  readonly expiryDays: number;
  readonly downloadLimit: number;
}
/** A finished package. */
interface Built {
  readonly packageId: string;
  readonly contents: Buffer;
  readonly size: number;
  readonly sha256: string;
}

export interface AnswerMoves {
  table: 'requestAnswers';
  record: AnswerRow;
  state: AnswerStatus;
  action: AnswerAction;
  actor: WithDeps;
  inputs: {
    release: Release;
    withdraw: ByStaff;
    recall: object;
    handOver: ByStaff;
    build: { readonly runId: string };
    giveBack: { readonly attempts: number };
    finish: Built;
    fail: { readonly failure: AnswerFailure };
    expire: object;
  };
  facts: object;
  notice: Partial<ByStaff>;
}

const NO_PACKAGE = { packageId: null, contents: null, sha256: null, size: null } satisfies Columns;

const remove = ({ trx, actor, before }: Pick<Step<AnswerMoves>, 'trx' | 'actor' | 'before'>): Promise<void> =>
  removePackage(trx, actor.workspaceId, before);
/** The same, and no mail that waits says any more that the package is ready. */
async function removeReady(step: Pick<Step<AnswerMoves>, 'trx' | 'actor' | 'before'>): Promise<void> {
  const { trx, actor, before } = step;
  await remove(step);
  if (before.noticeId !== null) await endNotice(trx, actor, before.noticeId);
}
const byStaff = ({ input }: { readonly input: ByStaff }) => ({ of: input.of });

/** How an answer moves. The caller has locked its request, or the answer itself. */
export const answerWorkflow: Workflow<AnswerMoves> = {
  table: 'requestAnswers',
  machine: answerStatus,
  stateOf: ({ status }) => status,
  notOpen: ({ status }, action) =>
    appError(
      action === 'withdraw' || action === 'handOver'
        ? 'requestAnswer.notReady'
        : // A released answer cannot be changed until it is withdrawn.
          action === 'change' && answerStatus[status].withdraw
          ? 'requestAnswer.released'
          : 'requestAnswer.busy',
    ),
  // Moves of the product do not count as edits.
  stamp: ({ personnelId, at }) => (personnelId ? { updatedBy: personnelId, updatedAt: at } : {}),
  announce: ({ trx, actor, before }, event, { of }) =>
    of
      ? announce(trx, actor, { ...of.request, rights: of.rights }, event)
      : announceAnswer(actor.deps, trx, { workspaceId: actor.workspaceId, requestId: before.requestId }, event),
  moves: {
    /** An earlier package is removed. */
    release: {
      columns: ({ actor, input: { password, gatheredIds, expiryDays, downloadLimit } }) => ({
        ...NO_PACKAGE,
        attempts: 0,
        progress: 0,
        failure: null,
        password,
        gatheredIds,
        expiryDays,
        downloadLimit,
        downloads: 0,
        releasedBy: actor.personnelId,
        releasedAt: actor.at,
        readyAt: null,
        expiresAt: null,
        noticeId: null,
      }),
      async effects(step) {
        await removeReady(step);
        const { workspaceId, deps } = step.actor;
        const { id } = step.before;
        await deps.jobs.send(step.trx, 'requestAnswer.build', { workspaceId, id }, { key: id });
      },
      event: 'request.answerReleased',
      notice: byStaff,
    },
    withdraw: {
      columns: () => ({ ...NO_PACKAGE, expiresAt: null }),
      effects: removeReady,
      event: 'request.answerWithdrawn',
      notice: byStaff,
    },
    /**
     * Its right is open again, or its search may be about somebody else: the package answers it no longer. A run that
     * builds it stores nothing.
     */
    recall: {
      columns: () => ({ ...NO_PACKAGE, password: null, expiresAt: null }),
      effects: removeReady,
      event: 'request.answerWithdrawn',
    },
    handOver: {
      effects: ({ trx, actor, before }) => noteRead(trx, actor, before.id, 'STAFF'),
      event: 'request.answerHandedOver',
      notice: byStaff,
    },
    /** From now on this run alone stores the package. */
    build: {
      columns: ({ before, input: { runId } }) => ({ runId, attempts: before.attempts + 1, progress: 0 }),
    },
    giveBack: { columns: ({ input: { attempts } }) => ({ attempts, progress: 0 }) },
    /** Its days start now. */
    finish: {
      columns: ({ actor: { at }, before, input }) => ({
        ...input,
        progress: 100,
        failure: null,
        password: null,
        downloads: 0,
        readyAt: at,
        expiresAt: expiryOf(before, at),
      }),
      event: 'request.answerReady',
    },
    fail: {
      columns: ({ input: { failure } }) => ({ ...NO_PACKAGE, failure, password: null, expiresAt: null }),
      effects: remove,
      event: 'request.answerFailed',
    },
    expire: { columns: () => NO_PACKAGE, effects: remove, event: 'request.answerExpired' },
  },
};
