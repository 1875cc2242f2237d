import type { PageTitles } from '../../pageTitles.ts';

export default {
  securityLogs: 'บันทึกความปลอดภัย',
} satisfies PageTitles;
