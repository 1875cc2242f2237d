import type { Locator, Page } from 'playwright-core';
import type { Locale } from '../../../shared/locale.ts';

const SEVEN_HOURS = 7 * 3_600_000;

/** A moment as people in Bangkok type it: the day in the format of the language, and the time. */
export function typedMoment(at: Date, locale: Locale): { day: string; time: string } {
  const [date, time] = new Date(at.getTime() + SEVEN_HOURS).toISOString().split(/[T.]/) as [string, string];
  const [year, month, day] = date.split('-') as [string, string, string];
  return { day: `${day}/${month}/${locale === 'th' ? Number(year) + 543 : year}`, time: time.slice(0, 5) };
}

/** The input of the time beside that of the day. */
export const timeOf = (day: Locator): Locator => day.locator('xpath=following::input[@maxlength="5"][1]');

/** Fills in a field of date and time. */
export async function fillMoment(page: Page, name: string, at: Date, locale: Locale): Promise<void> {
  const { day, time } = typedMoment(at, locale);
  const input = page.locator(`input[name="${name}"]`);
  await input.fill(day);
  await input.blur();
  const clock = timeOf(input);
  await clock.fill(time);
  await clock.blur();
}
