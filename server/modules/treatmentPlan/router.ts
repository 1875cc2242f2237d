import { z } from 'zod';
import { listInput } from '../../../shared/list.ts';
import {
  addActionOfVersion,
  addPlanAction,
  changePlanStatus,
  listPlans,
  movePlan,
  PLAN_LIST,
  planBoard,
  planCalendar,
  planCalendarInput,
  planItem,
  planList,
  planOfVersion,
  reassignPlan,
  removeActionOfVersion,
  removePlanAction,
  resolvePlan,
  resolvePlanOfVersion,
  treatmentPlan,
  updateActionOfVersion,
  updatePlanAction,
} from '../../../shared/treatmentPlan/schema.ts';
import { byId } from '../../../shared/text.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as actions from './actions.ts';
import * as lists from './list.ts';
import { planOf } from './older.ts';
import * as service from './service.ts';

const path = '/{ws}/dpia-treatment-plans';
const one = `${path}/{id}`;
const older = '/{ws}/dpia-version/{id}/treatment-plans/{tid}';

/** Calls of the older variant: the same plans, under the version of their assessment. */
const olderRouter = router({
  get: can('treatmentPlan.read')
    .meta({ rest: { method: 'GET', path: older, summary: 'Get a treatment plan of a version (older address)' } })
    .input(planOfVersion)
    .output(treatmentPlan)
    .query(async ({ ctx, input }) => service.get(ctx, await planOf(ctx, input))),
  resolve: can('treatmentPlan.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${older}/resolve`,
        summary: 'Submit a treatment plan of a version (older address)',
      },
    })
    .input(resolvePlanOfVersion)
    .output(treatmentPlan)
    .mutation(async ({ ctx, input }) => service.resolve(ctx, { ...input, ...(await planOf(ctx, input)) })),
  addAction: can('treatmentPlan.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${older}/actions`,
        summary: 'Record an action of a plan of a version (older address)',
      },
    })
    .input(addActionOfVersion)
    .output(treatmentPlan)
    .mutation(async ({ ctx, input }) => actions.add(ctx, { ...input, ...(await planOf(ctx, input)) })),
  updateAction: can('treatmentPlan.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${older}/actions/{aid}`,
        summary: 'Correct an action of a plan of a version (older address)',
      },
    })
    .input(updateActionOfVersion)
    .output(treatmentPlan)
    .mutation(async ({ ctx, input }) =>
      actions.update(ctx, { ...input, actionId: input.aid, ...(await planOf(ctx, input)) }),
    ),
  removeAction: can('treatmentPlan.write')
    .meta({
      rest: {
        method: 'DELETE',
        path: `${older}/actions/{aid}`,
        summary: 'Remove an action of a plan of a version (older address)',
      },
    })
    .input(removeActionOfVersion)
    .output(treatmentPlan)
    .mutation(async ({ ctx, input }) =>
      actions.remove(ctx, { ...input, actionId: input.aid, ...(await planOf(ctx, input)) }),
    ),
});

export const treatmentPlanRouter = router({
  list: can('treatmentPlan.read')
    .meta({ rest: { method: 'GET', path, summary: 'List treatment plans; Staff: their own' } })
    .input(listPlans)
    .output(planList)
    .query(({ ctx, input }) => lists.list(ctx, input)),
  board: can('treatmentPlan.read')
    .input(listInput({ ...PLAN_LIST, sortBy: ['expectedOn'] }))
    .output(planBoard)
    .query(({ ctx, input }) => lists.board(ctx, input)),
  calendar: can('treatmentPlan.read')
    .input(planCalendarInput)
    .output(planCalendar)
    .query(({ ctx, input }) => lists.calendar(ctx, input)),
  listOf: can('dpia.read')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/dpias/{id}/treatment-plan',
        summary: 'List the newest treatment plans of an assessment; Staff: their own',
      },
    })
    .input(byId)
    .output(z.object({ collection: z.array(planItem) }))
    .query(({ ctx, input }) => service.listOf(ctx, input)),
  get: can('treatmentPlan.read')
    .meta({ rest: { method: 'GET', path: one, summary: 'Get a treatment plan; Staff: their own' } })
    .input(byId)
    .output(treatmentPlan)
    .query(({ ctx, input }) => service.get(ctx, input)),
  changeStatus: can('treatmentPlan.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${one}/status`,
        summary: 'Start, approve, send back, reject or reopen a treatment plan',
      },
    })
    .input(changePlanStatus)
    .output(treatmentPlan)
    .mutation(({ ctx, input }) => service.changeStatus(ctx, input)),
  move: can('treatmentPlan.write')
    .input(movePlan)
    .output(treatmentPlan)
    .mutation(({ ctx, input }) => service.makeMove(ctx, input)),
  resolve: can('treatmentPlan.write')
    .meta({
      rest: { method: 'POST', path: `${one}/resolved`, summary: 'Submit a treatment plan with its result' },
    })
    .input(resolvePlan)
    .output(treatmentPlan)
    .mutation(({ ctx, input }) => service.resolve(ctx, input)),
  reassign: can('treatmentPlan.manage')
    .input(reassignPlan)
    .output(treatmentPlan)
    .mutation(({ ctx, input }) => service.reassign(ctx, input)),
  addAction: can('treatmentPlan.write')
    .input(addPlanAction)
    .output(treatmentPlan)
    .mutation(({ ctx, input }) => actions.add(ctx, input)),
  updateAction: can('treatmentPlan.write')
    .input(updatePlanAction)
    .output(treatmentPlan)
    .mutation(({ ctx, input }) => actions.update(ctx, input)),
  removeAction: can('treatmentPlan.write')
    .input(removePlanAction)
    .output(treatmentPlan)
    .mutation(({ ctx, input }) => actions.remove(ctx, input)),
  startExport: startOf('treatment-plans', '/{ws}/exports/treatment-plans', 'Start an export of treatment plans'),
  older: olderRouter,
});
