import type { PageTitles } from '../../pageTitles.ts';

export default {
  integrations: 'การเชื่อมต่อระบบ',
  apiSamples: 'ตัวอย่างโค้ด',
} satisfies PageTitles;
