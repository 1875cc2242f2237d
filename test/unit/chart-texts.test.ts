import { expect, it } from 'vitest';
import en from '../../shared/locales/en/incidentDashboard.ts';
import th from '../../shared/locales/th/incidentDashboard.ts';

it('a part of a chart is identified by its position, because its shade differs in dark mode', () => {
  for (const { months } of [en, th]) expect(months.lead).not.toMatch(/dark|light|pale|สี|เข้ม|อ่อน/i);
  expect(en.months.lead).toContain('lower part');
  expect(th.months.lead).toContain('ส่วนล่าง');
});
