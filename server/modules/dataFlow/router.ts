import {
  arranged,
  arrangeDataFlow,
  dataFlowGraph,
  flowChoices,
  getDataFlow,
  resetPositions,
} from '../../../shared/dataFlow/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const dataFlowRouter = router({
  get: can('dataSharing.read')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/data-flow-diagram',
        summary: 'Get the nodes and edges of the data-flow diagram',
      },
    })
    .input(getDataFlow)
    .output(dataFlowGraph)
    .query(({ ctx, input }) => service.get(ctx, input)),
  choices: can('dataSharing.read')
    .output(flowChoices)
    .query(({ ctx }) => service.choices(ctx)),
  arrange: can('dataSharing.write')
    .input(arrangeDataFlow)
    .output(arranged)
    .mutation(({ ctx, input }) => service.arrange(ctx, input)),
  resetPositions: can('dataSharing.write')
    .input(resetPositions)
    .output(arranged)
    .mutation(({ ctx, input }) => service.reset(ctx, input)),
});
