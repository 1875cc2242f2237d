import { defineModule } from '../modules/manifest.ts';
import { mailRouter } from './router.ts';

export const mailModule = defineModule({ name: 'mail', router: mailRouter });
