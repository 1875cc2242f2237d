import type { PageTitles } from '../../pageTitles.ts';

export default { accounts: 'Personnel and sessions' } satisfies PageTitles;
