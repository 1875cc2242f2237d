import { defineModule } from '../modules/manifest.ts';
import { filesRoutes } from './routes.ts';

export const fileModule = defineModule({ name: 'file', http: filesRoutes });
