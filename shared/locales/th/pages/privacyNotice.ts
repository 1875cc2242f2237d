import type { PageTitles } from '../../pageTitles.ts';

export default {
  privacyNotices: 'ประกาศความเป็นส่วนตัว',
  privacyNotice: 'รายละเอียดประกาศความเป็นส่วนตัว',
} satisfies PageTitles;
