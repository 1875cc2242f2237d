import { defineModule } from '../modules/manifest.ts';
import { jobRouter } from './router.ts';

export const jobModule = defineModule({ name: 'job', router: jobRouter });
