import en from '../../../shared/locales/en/requestEmbed.ts';
import th from '../../../shared/locales/th/requestEmbed.ts';
import type { Shape } from '../../../shared/locales/shape.ts';
import type { Language } from '../kit/language.ts';

export type Words = Shape<typeof th>;
export const WORDS: Record<Language, Words> = { th, en };
