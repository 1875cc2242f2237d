import { defineModule } from '../../platform/modules/manifest.ts';
import { PURPOSE_CATEGORY_LIST } from '../../../shared/purposeCategory/schema.ts';
import { purposeCategoryRouter } from './router.ts';

export const purposeCategoryModule = defineModule({
  name: 'purposeCategory',
  router: purposeCategoryRouter,
  firstLists: { purposeCategories: { procedure: 'list', rule: PURPOSE_CATEGORY_LIST } },
});
