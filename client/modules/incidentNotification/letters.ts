import { LETTERS } from '../../../shared/incidentNotification/letter.ts';
import type { Recipient } from '../../../shared/incidentNotification/schema.ts';

type Language = keyof typeof LETTERS;

/** The authority's office as a recipient. By which address it takes reports is its own to say. */
export const officeOf = (locale: Language): Recipient => ({ name: LETTERS[locale].authority, email: '', phone: '' });
/** Whether that is all that stands among the recipients, in any language. */
export const isOffice = ([one, ...more]: readonly Recipient[]): boolean =>
  one !== undefined &&
  more.length === 0 &&
  one.email === '' &&
  one.phone === '' &&
  Object.values(LETTERS).some(({ authority }) => authority === one.name);
