import { expect, it } from 'vitest';
import en from '../../shared/locales/en/mail.ts';
import th from '../../shared/locales/th/mail.ts';

interface Texts {
  readonly [key: string]: string | Texts;
}

/** Texts that state a time of day, by their keys; subjects have no room for more. */
const timesIn = (texts: Texts, above = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] => {
    if (typeof text !== 'string') return timesIn(text, `${above}${key}.`);
    return key !== 'subject' && /\{\{(at|due|dueAt|until)\}\}/.test(text) ? [[above + key, text]] : [];
  });

it.each([
  ['th', th, 'น. (เวลาประเทศไทย)'],
  ['en', en, '(Thailand time)'],
] as const)('mails that state a time name its zone (%s)', (_, texts, zone) => {
  const times = timesIn(texts);
  expect(times.length).toBeGreaterThan(10);
  expect(times.filter(([, text]) => !text.includes(zone))).toEqual([]);
});
