import { LETTERS } from '../../../shared/incidentNotification/letter.ts';
import type { Recipient } from '../../../shared/incidentNotification/schema.ts';

type Language = keyof typeof LETTERS;

/** The authority's office as a recipient. It publishes itself at which address it accepts reports. */
export const officeOf = (locale: Language): Recipient => ({ name: LETTERS[locale].authority, email: '', phone: '' });
/** Whether the office is the only recipient, in any language. */
export const isOffice = ([one, ...more]: readonly Recipient[]): boolean =>
  one !== undefined &&
  more.length === 0 &&
  one.email === '' &&
  one.phone === '' &&
  Object.values(LETTERS).some(({ authority }) => authority === one.name);
