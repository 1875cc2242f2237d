import { defineModule } from '../modules/manifest.ts';
import { jobs } from './jobs.ts';
import { sealedExcerpt, sealedQuote } from './sealed.ts';

export const importModule = defineModule({ name: 'import', jobs, sealed: [sealedExcerpt, sealedQuote] });
