import type { PageTitles } from '../../pageTitles.ts';

export default {
  dataRights: 'สิทธิของเจ้าของข้อมูล',
} satisfies PageTitles;
