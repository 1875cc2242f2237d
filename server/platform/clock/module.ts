import { defineModule } from '../modules/manifest.ts';
import { clockRouter } from './router.ts';

export const clockModule = defineModule({ name: 'clock', router: clockRouter });
