import { defineModule } from '../../platform/modules/manifest.ts';
import { workspaceRouter } from './router.ts';

export const workspaceModule = defineModule({ name: 'workspace', router: workspaceRouter });
