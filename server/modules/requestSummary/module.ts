import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { requestSummaryRouter } from './router.ts';

export const requestSummaryModule = defineModule({ name: 'requestSummary', router: requestSummaryRouter, overview });
