import type { Trx } from '../../../db/client.ts';
import { isStepOpen, OPEN_STEPS } from '../../../shared/approvalLine/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';
import { everyoneOf, isOnlySigner } from './people.ts';
import { handOverDelegations } from './absences.ts';
import * as queries from './queries.ts';
import { delegationsOf } from './settingsQueries.ts';
import * as stepQueries from './stepQueries.ts';
import { startReminder, announce, mailTurn } from './turn.ts';

/**
 * Steps of open lines that await the person, now or later, in the order in which lines are locked, oldest line first.
 */
const waitingFor = (trx: Trx, workspaceId: string, personnelId: string) =>
  trx
    .selectFrom('approvalSteps')
    .select(['lineId', 'round', 'position', 'status'])
    .where('workspaceId', '=', workspaceId)
    .where('approverId', '=', personnelId)
    .where('status', 'in', [...OPEN_STEPS])
    .orderBy('lineId')
    .execute();

/**
 * Documents that a person has been asked to approve and has not acted on, and current and future absences in which they
 * are the delegate. A step is never skipped because somebody leaves.
 */
export const approvalTasks: TaskSource = {
  module: 'ApprovalLine',
  async count(trx, workspaceId, personnelId, at) {
    const [steps, delegations] = await Promise.all([
      waitingFor(trx, workspaceId, personnelId),
      delegationsOf(trx, workspaceId, personnelId, at),
    ]);
    return { pending: steps.length + delegations.length, active: 0 };
  },
  /**
   * @throws 400 at `reassignTo` for somebody who is an approver of one of the lines themselves, since each step needs
   * another person, for the requester of a line that nobody else would sign, and for whoever is away while the person
   * is a delegate
   */
  async reassign(trx, actor, from, to) {
    const { workspaceId, at } = actor;
    await handOverDelegations(trx, actor, from, to);
    for (const { lineId, round, position } of await waitingFor(trx, workspaceId, from)) {
      const line = (await queries.lock(trx, workspaceId, lineId))!;
      const steps = await stepQueries.stepsOf(trx, workspaceId, lineId, round);
      const step = steps.find((one) => one.position === position);
      // They acted, or the line was changed, while this transaction waited for the lock.
      if (step?.approverId !== from || !isStepOpen(step.status)) continue;
      const refused = (why: 'heirInLine' | 'heirAsked') =>
        appError(`approvalLine.${why}`, {
          at: 'reassignTo',
          values: { name: line.applicationName, number: line.number },
        });
      if (steps.some(({ approverId, actedBy }) => approverId === to || actedBy === to)) throw refused('heirInLine');
      if (isOnlySigner(line.requesterId, steps, { position, by: to })) throw refused('heirAsked');
      const { all: formerly } = await everyoneOf(trx, workspaceId, lineId, at);
      await stepQueries.giveStep(
        trx,
        workspaceId,
        lineId,
        { round, position },
        to,
        step.status === 'CURRENT' ? at : null,
      );
      await queries.update(trx, actor, lineId, {});
      let notify: string[] = [];
      if (step.status === 'CURRENT') {
        await startReminder(trx, actor, lineId, at);
        notify = await mailTurn(trx, actor, line);
      }
      await announce(trx, actor, 'approvalLine.updated', line, {
        changes: [{ field: 'approver', old: from, new: to }],
        notify,
        formerly,
      });
    }
  },
};
