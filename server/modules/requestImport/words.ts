import { LOCALES, type Locale } from '../../../shared/locale.ts';
import { AGE_BANDS, type AgeBand } from '../../../shared/request/schema.ts';
import { GROUND_CODES } from '../../../shared/request/grounds.ts';
import { IMPORTED_STAGES, type ImportedStage } from '../../../shared/requestImport/schema.ts';
import { translate } from '../../platform/i18n.ts';

const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' ');

/** Codes by the words for them: the code itself, and its name in both languages. */
function dictionary<Code extends string>(codes: readonly Code[], keysOf: (code: Code) => readonly string[]) {
  const meanings = new Map<string, Code>();
  for (const code of codes)
    for (const word of [code, ...LOCALES.flatMap((locale) => keysOf(code).map((key) => translate(locale, key)))])
      if (!meanings.has(plain(word))) meanings.set(plain(word), code);
  return (text: string): Code | undefined => meanings.get(plain(text));
}

const stages = dictionary(IMPORTED_STAGES, (code) => [
  `request:stage.${code}`,
  // Files that were exported or filled in when the screens said so are still read.
  ...(code === 'CLOSED' ? ['requestImport:earlierStage.CLOSED'] : []),
]);
const ageBands = dictionary(AGE_BANDS, (code) => [`request:ageBand.${code}`]);
const grounds = dictionary(GROUND_CODES, (code) => [`request:ground.${code}`]);
const languages = dictionary(LOCALES, (code) => [`requestImport:language.${code}`]);

export const stageOf: (text: string) => ImportedStage | undefined = stages;
export const ageBandOf: (text: string) => AgeBand | undefined = ageBands;
export const groundOf: (text: string) => string | undefined = grounds;
export const languageOf: (text: string) => Locale | undefined = languages;
/** Whether two words are equal without case and white space. */
export const isSame = (one: string, other: string): boolean => plain(one) === plain(other);
