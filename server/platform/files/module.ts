import { defineModule } from '../modules/manifest.ts';
import { sealedFileName } from './name.ts';
import { sealOlderNames, startNames } from './olderNames.ts';
import { openapi } from './openapi.ts';
import { filesRoutes } from './routes.ts';

export const fileModule = defineModule({
  name: 'file',
  http: filesRoutes,
  paths: ['/files-api'],
  openapi,
  sealed: [sealedFileName],
  seed: { newWorkspace: startNames, olderWorkspaces: sealOlderNames },
});
