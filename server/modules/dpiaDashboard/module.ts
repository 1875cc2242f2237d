import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { dpiaDashboardRouter } from './router.ts';

export const dpiaDashboardModule = defineModule({ name: 'dpiaDashboard', router: dpiaDashboardRouter, overview });
