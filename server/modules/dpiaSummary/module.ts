import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { dpiaSummaryRouter } from './router.ts';

export const dpiaSummaryModule = defineModule({ name: 'dpiaSummary', router: dpiaSummaryRouter, overview });
