import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { type GatheringAction, type GatheringStatus, gatheringStatus } from '../../../shared/requestTask/status.ts';
import { type Actor, systemActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { transitionIfOpen, type Workflow } from '../../platform/workflow/workflow.ts';
import * as requests from '../request/rows.ts';
import { assigneesOf } from './gather.ts';

/** A search that a job has started. The number of the attempt distinguishes several runs of it. */
export interface Claim {
  readonly workspaceId: string;
  readonly id: string;
  readonly requestId: string;
  readonly requestedBy: string;
  readonly status: string;
  readonly attempts: number;
}

interface Result {
  readonly done: number;
  /** As JSON. */
  readonly counts: string;
  readonly sha256: string;
  readonly jsonFileId: string;
  readonly viewFileId: string;
}

interface GatheringMoves {
  table: 'requestGatherings';
  record: Claim;
  state: GatheringStatus;
  action: GatheringAction;
  actor: Actor;
  inputs: {
    start: object;
    report: { readonly done: number };
    giveBack: { readonly attempts: number };
    finish: Result;
    fail: object;
  };
  facts: object;
  notice: object;
}

/** How a search moves; what a run does that another run has taken over changes nothing. */
export const gatheringWorkflow: Workflow<GatheringMoves> = {
  table: 'requestGatherings',
  machine: gatheringStatus,
  stateOf: ({ status }) => status as GatheringStatus,
  unversioned: true,
  unchanged: ({ attempts }) => ({ attempts }),
  stamp: () => ({}),
  async announce({ trx, actor, before: { requestId, requestedBy } }, event) {
    const [request, rights] = await Promise.all([
      requests.find(trx, actor.workspaceId, requestId),
      requests.rightsOf(trx, actor.workspaceId, [requestId]),
    ]);
    await emit(trx, actor, {
      event,
      entityId: requestId,
      subject: requestReference(request!.number),
      recipients: assigneesOf([...rights, { assigneeId: requestedBy }]),
    });
  },
  moves: {
    start: { columns: ({ before }) => ({ done: 0, attempts: before.attempts + 1 }) },
    report: { columns: ({ input: { done } }) => ({ done }), event: 'request.gatheringProgressed' },
    giveBack: { columns: ({ input: { attempts } }) => ({ done: 0, attempts }) },
    finish: {
      columns: ({ actor: { at }, input }) => ({ ...input, finishedAt: at }),
      event: 'request.gathered',
    },
    fail: { columns: ({ actor: { at } }) => ({ finishedAt: at }), event: 'request.gatheringFailed' },
  },
};

/** Starts a search, again where its node stopped. @returns undefined for one that has ended */
export async function start(trx: Trx, deps: Deps, workspaceId: string, id: string): Promise<Claim | undefined> {
  const row = await trx
    .selectFrom('requestGatherings')
    .select(['workspaceId', 'id', 'requestId', 'requestedBy', 'status', 'attempts'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !(await transitionIfOpen(trx, systemActor(deps, workspaceId), gatheringWorkflow, row, 'start', {})))
    return undefined;
  return { ...row, status: 'RUNNING', attempts: row.attempts + 1 };
}
