import type { PageTitles } from '../../pageTitles.ts';

export default { jobs: 'Background jobs' } satisfies PageTitles;
