import { defineModule } from '../../platform/modules/manifest.ts';
import { mailServerRouter } from './router.ts';

export const mailServerModule = defineModule({ name: 'mailServer', router: mailServerRouter });
