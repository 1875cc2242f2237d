import {
  addTask,
  assignTasks,
  changeScope,
  consentChoices,
  gathering,
  gatherings,
  inRequest,
  listTasks,
  reasonedTask,
  refuseTask,
  requestTask,
  requestTasks,
  startTask,
  taskList,
  taskProposal,
  withdrawConsent,
  withdrawnConsent,
  workOnTask,
} from '../../../shared/requestTask/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as consent from './consent.ts';
import * as gathered from './gather.ts';
import * as plan from './plan.ts';
import * as service from './service.ts';

/**
 * Tasks and search results are not for readers without permission for the data subject: they do not have
 * `request.write`.
 */
export const requestTaskRouter = router({
  list: can('request.write')
    .input(listTasks)
    .output(taskList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('request.write')
    .input(byId)
    .output(requestTask)
    .query(({ ctx, input }) => service.get(ctx, input)),
  ofRequest: can('request.write')
    .input(inRequest)
    .output(requestTasks)
    .query(({ ctx, input }) => service.ofRequest(ctx, input)),
  proposal: can('request.manage')
    .input(inRequest)
    .output(taskProposal)
    .query(({ ctx, input }) => plan.proposal(ctx, input)),
  choose: can('request.manage')
    .input(changeScope)
    .output(taskProposal)
    .mutation(({ ctx, input }) => plan.choose(ctx, input)),
  applyProposal: can('request.manage')
    .input(inRequest)
    .output(requestTasks)
    .mutation(({ ctx, input }) => plan.applyProposal(ctx, input)),
  add: can('request.manage')
    .input(addTask)
    .output(requestTask)
    .mutation(({ ctx, input }) => plan.add(ctx, input)),
  assign: can('request.write')
    .input(assignTasks)
    .output(requestTasks)
    .mutation(({ ctx, input }) => plan.assign(ctx, input)),
  start: can('request.write')
    .input(startTask)
    .output(requestTask)
    .mutation(({ ctx, input }) => service.start(ctx, input)),
  record: can('request.write')
    .input(workOnTask)
    .output(requestTask)
    .mutation(({ ctx, input }) => service.record(ctx, input)),
  finish: can('request.write')
    .input(workOnTask)
    .output(requestTask)
    .mutation(({ ctx, input }) => service.finish(ctx, input)),
  refuse: can('request.write')
    .input(refuseTask)
    .output(requestTask)
    .mutation(({ ctx, input }) => service.refuse(ctx, input)),
  skip: can('request.write')
    .input(reasonedTask)
    .output(requestTask)
    .mutation(({ ctx, input }) => service.skip(ctx, input)),
  reopen: can('request.write')
    .input(reasonedTask)
    .output(requestTask)
    .mutation(({ ctx, input }) => service.reopen(ctx, input)),
  gatherings: can('request.write')
    .input(inRequest)
    .output(gatherings)
    .query(({ ctx, input }) => gathered.gatherings(ctx, input)),
  gather: can('request.write')
    .input(inRequest)
    .output(gathering)
    .mutation(({ ctx, input }) => gathered.gather(ctx, input)),
  consentChoices: can('request.write')
    .input(byId)
    .output(consentChoices)
    .query(({ ctx, input }) => consent.choices(ctx, input)),
  withdrawConsent: can('request.write')
    .input(withdrawConsent)
    .output(withdrawnConsent)
    .mutation(({ ctx, input }) => consent.withdraw(ctx, input)),
});
