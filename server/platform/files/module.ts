import { defineModule } from '../modules/manifest.ts';
import { filesRoutes } from './routes.ts';
import { openapi } from './openapi.ts';

export const fileModule = defineModule({ name: 'file', http: filesRoutes, paths: ['/files-api'], openapi });
