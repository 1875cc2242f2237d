import type { PageTitles } from '../../pageTitles.ts';

export default {
  home: 'หน้าแรก',
  terms: 'ข้อกำหนดการใช้งาน',
  policy: 'นโยบายความเป็นส่วนตัว',
} satisfies PageTitles;
