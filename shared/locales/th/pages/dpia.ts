import type { PageTitles } from '../../pageTitles.ts';

export default {
  dpias: 'การประเมินผลกระทบ (DPIA)',
  dpiasInMenu: 'DPIA',
  dpiaSettings: 'ตั้งค่า DPIA',
  dpia: 'รายละเอียด DPIA',
  dpiasVersion1: 'DPIA แบบเดิม',
  dpiaVersion1Setting: 'ตั้งค่า DPIA แบบเดิม',
  dpiaVersion1: 'รายละเอียด DPIA แบบเดิม',
} satisfies PageTitles;
