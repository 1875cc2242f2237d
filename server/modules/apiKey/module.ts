import { defineModule } from '../../platform/modules/manifest.ts';
import { apiKeyRouter } from './router.ts';
import { programKeys } from './signIn.ts';

export const apiKeyModule = defineModule({ name: 'apiKey', router: apiKeyRouter, programKeys });
