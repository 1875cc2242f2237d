import { defineModule } from '../../platform/modules/manifest.ts';
import { purposeRouter } from './router.ts';
import { draftPurposes } from './tasks.ts';

export const purposeModule = defineModule({ name: 'purpose', router: purposeRouter, tasks: draftPurposes });
