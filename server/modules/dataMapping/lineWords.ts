import type { LineWords } from '../../../shared/dataMapping/lineFields.ts';
import type { Locale } from '../../../shared/locale.ts';
import { translate } from '../../platform/i18n.ts';

/** What lines of a data mapping are turned into text with, in a language. */
export const lineWordsIn = (locale: Locale): LineWords => ({
  locale,
  t: (key, values) => translate(locale, key, values as Record<string, unknown> | undefined),
});
