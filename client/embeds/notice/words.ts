import en from '../../../shared/locales/en/noticeEmbed.ts';
import type { Shape } from '../../../shared/locales/shape.ts';
import th from '../../../shared/locales/th/noticeEmbed.ts';
import type { Language } from '../kit/language.ts';

export const WORDS: Record<Language, Shape<typeof th>> = { th, en };
