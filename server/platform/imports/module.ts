import { defineModule } from '../modules/manifest.ts';
import { jobs } from './jobs.ts';

export const importModule = defineModule({ name: 'import', jobs });
