import { defineModule } from '../../platform/modules/manifest.ts';
import { shellRouter } from './router.ts';

export const shellModule = defineModule({ name: 'shell', router: shellRouter });
