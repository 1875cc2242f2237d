import type { PageTitles } from '../../pageTitles.ts';

export default {
  applications: 'แอปพลิเคชัน',
  application: 'รายละเอียดแอปพลิเคชัน',
} satisfies PageTitles;
