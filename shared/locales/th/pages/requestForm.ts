import type { PageTitles } from '../../pageTitles.ts';

export default {
  requestForms: 'แบบคำขอใช้สิทธิ',
  requestForm: 'รายละเอียดแบบคำขอใช้สิทธิ',
} satisfies PageTitles;
