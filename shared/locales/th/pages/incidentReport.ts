import type { PageTitles } from '../../pageTitles.ts';

export default {
  reportIncident: 'รายงานเหตุละเมิดข้อมูลส่วนบุคคล',
} satisfies PageTitles;
