import { defineModule } from '../../platform/modules/manifest.ts';
import { notificationRouter } from './router.ts';

export const notificationModule = defineModule({ name: 'notification', router: notificationRouter });
