import { createDataMapping, dataMapping, saveDataMapping } from '../../../shared/dataMapping/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

const path = '/{ws}/applications/{id}/data-mapping';

export const dataMappingRouter = router({
  get: can('ropa.read')
    .meta({ rest: { method: 'GET', path, summary: "Get an application's data mapping" } })
    .input(byId)
    .output(dataMapping)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('ropa.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Record the data mapping of an application that has none', status: 201 },
    })
    .input(createDataMapping)
    .output(dataMapping)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('ropa.write')
    .meta({
      rest: { method: 'PUT', path, summary: 'Replace the data mapping of an application' },
    })
    .input(saveDataMapping)
    .output(dataMapping)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
});
