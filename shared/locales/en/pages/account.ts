import type { PageTitles } from '../../pageTitles.ts';

export default { accounts: 'People and sessions' } satisfies PageTitles;
