import type { PageTitles } from '../../pageTitles.ts';

export default { jobs: 'งานเบื้องหลัง' } satisfies PageTitles;
