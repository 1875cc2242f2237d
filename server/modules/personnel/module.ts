import { defineModule } from '../../platform/modules/manifest.ts';
import { personnelRouter } from './router.ts';
import { photo } from './files.ts';
import { ENTITY } from './queries.ts';

export const personnelModule = defineModule({
  name: 'personnel',
  router: personnelRouter,
  files: [photo],
  // The result of the mail is displayed with the person who is invited: open lists are updated.
  deliveries: {
    entity: ENTITY,
    event: 'personnel.delivered',
  },
});
