import { defineModule } from '../modules/manifest.ts';
import { expireImports } from './expiry.ts';
import { jobRecords } from './jobRecords.ts';
import { jobs } from './jobs.ts';
import { sealedExcerpt, sealedQuote } from './sealed.ts';

export const importModule = defineModule({
  name: 'import',
  jobs,
  jobRecords,
  sealed: [sealedExcerpt, sealedQuote],
  schedules: [expireImports],
});
