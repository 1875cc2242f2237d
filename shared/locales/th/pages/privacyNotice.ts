import type { PageTitles } from '../../pageTitles.ts';

export default {
  privacyNotices: 'ประกาศความเป็นส่วนตัว',
  uncoveredApplications: 'แอปพลิเคชันที่ยังไม่มีประกาศ',
  privacyNotice: 'รายละเอียดประกาศความเป็นส่วนตัว',
} satisfies PageTitles;
