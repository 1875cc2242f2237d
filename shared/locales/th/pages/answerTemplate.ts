import type { PageTitles } from '../../pageTitles.ts';

export default {
  answerTemplates: 'แม่แบบคำตอบคำขอใช้สิทธิ',
  answerTemplatesInMenu: 'แม่แบบคำตอบ',
  answerTemplate: 'รายละเอียดแม่แบบคำตอบ',
} satisfies PageTitles;
