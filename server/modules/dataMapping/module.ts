import { defineModule } from '../../platform/modules/manifest.ts';
import { dataMappingRouter } from './router.ts';

export const dataMappingModule = defineModule({ name: 'dataMapping', router: dataMappingRouter });
