import en from '../locales/en/incidentLetter.ts';
import th from '../locales/th/incidentLetter.ts';

// Words of the letters in both languages: a message may be in another language than the page, whose texts are not
// fetched.
export const LETTERS = { th, en };

const lateReasonLine = ({ label }: typeof th, reason: string): string => `${label.lateReason}: ${reason}`;
const GAPS = Object.values(LETTERS).map((words) => ({ words, gap: lateReasonLine(words, words.lateReasonMissing) }));

/** Whether the message still says, in the words of a draft, that no reason for being late was given. */
export const lacksReason = (message: string): boolean => GAPS.some(({ gap }) => message.includes(gap));
/** The message with the reason where it said that there is none. */
export const withReason = (message: string, reason: string): string =>
  GAPS.reduce((text, { words, gap }) => text.replaceAll(gap, () => lateReasonLine(words, reason)), message);

const bare = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '').toLowerCase();
const SAMPLES = new Set(
  Object.values(LETTERS).flatMap((words) =>
    [
      words.lateReasonMissing,
      words.label.lateReason,
      lateReasonLine(words, words.lateReasonMissing),
      words.unknown,
    ].map(bare),
  ),
);
/**
 * Whether what stands for a reason is none: the draft's own words in its place, or no word at all. An empty text is
 * none either.
 */
export const isNoReason = (reason: string): boolean => bare(reason) === '' || SAMPLES.has(bare(reason));
