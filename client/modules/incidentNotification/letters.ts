import en from '../../../shared/locales/en/incidentLetter.ts';
import th from '../../../shared/locales/th/incidentLetter.ts';
import type { Recipient } from '../../../shared/incidentNotification.ts';

// A message may be in another language than the page, whose texts are not fetched; and these are words of the server.
export const LETTERS = { th, en };
type Language = keyof typeof LETTERS;

/** The authority's office as a recipient. By which address it takes reports is its own to say. */
export const officeOf = (locale: Language): Recipient => ({ name: LETTERS[locale].authority, email: '', phone: '' });
/** Whether that is all that stands among the recipients, in any language. */
export const isOffice = ([one, ...more]: readonly Recipient[]): boolean => one !== undefined && more.length === 0 && one.email === '' && one.phone === '' && Object.values(LETTERS).some(({ authority }) => authority === one.name);

const lateLine = ({ label }: typeof th, reason: string): string => `${label.lateReason}: ${reason}`;
const GAPS = Object.values(LETTERS).map((words) => ({ words, gap: lateLine(words, words.lateReasonMissing) }));

/** Whether the message still says, in the words of a draft, that no reason for being late was given. */
export const lacksReason = (message: string): boolean => GAPS.some(({ gap }) => message.includes(gap));
/** The message with the reason where it said that there is none. */
export const withReason = (message: string, reason: string): string => GAPS.reduce((text, { words, gap }) => text.replaceAll(gap, () => lateLine(words, reason)), message);
