import {
  catalogueItem,
  catalogueList,
  createCatalogueItem,
  listCatalogue,
  listSecurityMeasures,
  placeStorageSystem,
} from '../../../shared/catalogue/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const catalogueRouter = router({
  list: can('ropa.pick')
    .input(listCatalogue)
    .output(catalogueList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: can('ropa.write')
    .input(createCatalogueItem)
    .output(catalogueItem)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  place: can('ropa.write')
    .input(placeStorageSystem)
    .output(catalogueItem)
    .mutation(({ ctx, input }) => service.place(ctx, input)),
  securityMeasures: can('ropa.read')
    .meta({
      rest: { method: 'GET', path: '/{ws}/security-measures', summary: 'List security measures' },
    })
    .input(listSecurityMeasures)
    .output(catalogueList)
    .query(({ ctx, input }) => service.listMeasures(ctx, input)),
});
