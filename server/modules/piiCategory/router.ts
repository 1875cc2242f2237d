import { listPiiCategories, piiCategoryList } from '../../../shared/piiCategory.ts';
import { can, router } from '../../trpc.ts';
import * as service from './service.ts';

export const piiCategoryRouter = router({
  list: can('piiCategory.read')
    .meta({ access: 'piiCategory.read', rest: { method: 'GET', path: '/{ws}/pii-categories', summary: 'List categories of personal data' } })
    .input(listPiiCategories)
    .output(piiCategoryList)
    .query(({ ctx, input }) => service.list(ctx, input)),
});
