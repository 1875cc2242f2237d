import type { PageTitles } from '../../pageTitles.ts';

export default {
  reportIncident: 'แจ้งเหตุละเมิดข้อมูลส่วนบุคคล',
} satisfies PageTitles;
