import { defineModule } from '../../platform/modules/manifest.ts';
import { dataControllerRouter } from './router.ts';

export const dataControllerModule = defineModule({ name: 'dataController', router: dataControllerRouter });
