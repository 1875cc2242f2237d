import { inventoryList, inventoryPivot, listInventory, pivotInventory } from '../../../shared/inventory/schema.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const inventoryRouter = router({
  list: can('inventory.read')
    .meta({
      rest: { method: 'GET', path: '/{ws}/inventories', summary: 'List uses of personal data' },
    })
    .input(listInventory)
    .output(inventoryList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  pivot: can('inventory.read')
    .input(pivotInventory)
    .output(inventoryPivot)
    .query(({ ctx, input }) => service.pivot(ctx, input)),
  startExport: startOf('inventories', '/{ws}/exports/inventories', 'Start an export of the inventory of personal data'),
});
