import { expect, it } from 'vitest';
import en from '../../shared/locales/en/incidentDashboard.ts';
import th from '../../shared/locales/th/incidentDashboard.ts';

it('a part of a chart is identified by its position, because its shade differs in dark mode', () => {
  for (const { months } of [en, th]) expect(months.lead).not.toMatch(/dark|light|pale|สี|เข้ม|อ่อน/i);
  expect(en.months.lead).toContain('lower part');
  expect(th.months.lead).toContain('ส่วนล่าง');
});

it('incidents of a period are those recorded in it, as they are counted, whenever they occurred', () => {
  for (const [words, recorded] of [
    [en, 'recorded'],
    [th, 'บันทึก'],
  ] as const) {
    for (const text of [words.figure.ofPeriod_other, words.figure.late]) expect(text).toContain(recorded);
    expect(words.months.lead).toContain(recorded);
  }
});
