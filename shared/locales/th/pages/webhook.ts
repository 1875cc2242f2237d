import type { PageTitles } from '../../pageTitles.ts';

export default {
  webhooks: 'เว็บฮุก',
  webhook: 'เว็บฮุก',
} satisfies PageTitles;
