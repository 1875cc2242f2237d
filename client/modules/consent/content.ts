import type { TFunction } from 'i18next';
import type { Locale } from '../../../shared/locale.ts';
import { formatDate } from '../../format.ts';
import type { Shown } from './formValues.ts';

/** A field of a form in words. */
export interface ContentField {
  key: string;
  block: 'texts' | 'purposes' | 'rights' | 'look';
  label: string;
  text: string;
}

/** Keys that are put together are not in the types of `t`: they go through here. */
export type Say = (key: string, values?: object) => string;
// eslint-disable-next-line typescript/no-explicit-any
export const sayOf = (t: TFunction<any, any>): Say => t as unknown as Say;

/** Everything a form shows in words, in the order of the editor: for reading, and for comparing two texts. */
export function contentFields(shown: Shown, { say, locale }: { say: Say; locale: Locale }): ContentField[] {
  const text = (value: { th: string; en: string }) => value[locale] || value.th || value.en;
  const yesNo = (value: boolean) => say(value ? 'ui:yes' : 'ui:no');
  const day = (value: string | null) => (value ? formatDate(value, locale) : '');
  const field = (
    block: ContentField['block'],
    key: string,
    words: string,
    label = say(`field.${key}`),
  ): ContentField => ({ key, block, label, text: words });
  const both = (block: ContentField['block'], key: string, value: { th: string; en: string }) => [
    field(block, `${key}.th`, value.th, say('inThai', { field: say(`field.${key}`) })),
    field(block, `${key}.en`, value.en, say('inEnglish', { field: say(`field.${key}`) })),
  ];
  const { theme, font, controller } = shown;
  const colours = (
    ['background', 'text', 'acceptBackground', 'acceptText', 'declineBackground', 'declineText'] as const
  ).map((key) => `${say(`field.${key}`)} ${theme[key]}`);
  return [
    ...(shown.name === undefined ? [] : [field('texts', 'name', shown.name)]),
    ...both('texts', 'title', shown.title),
    ...both('texts', 'description', shown.description),
    field(
      'purposes',
      'purposes',
      shown.purposes
        .map(
          (one, index) => `${index + 1}. ${text(one.title)}${text(one.description) && `\n   ${text(one.description)}`}`,
        )
        .join('\n'),
    ),
    field(
      'purposes',
      'signals',
      shown.purposes
        .flatMap(({ title, signals }) => (signals.length === 0 ? [] : `${text(title)}: ${signals.join(', ')}`))
        .join('\n'),
    ),
    field('rights', 'effectiveFrom', day(shown.effectiveFrom)),
    field('rights', 'effectiveTo', day(shown.effectiveTo)),
    field('rights', 'privacyPolicyUrl', shown.privacyPolicyUrl ?? ''),
    field('rights', 'askGuardian', yesNo(shown.askGuardian)),
    ...(controller
      ? [
          field(
            'rights',
            'controller',
            [text(controller.name), controller.address, controller.email, controller.phone].filter(Boolean).join('\n'),
          ),
        ]
      : []),
    field('look', 'layout', say(`layout.${shown.layout}`)),
    field('look', 'colours', [say(`preset.${theme.preset}`), ...colours].join('\n')),
    ...both('look', 'acceptLabel', theme.acceptLabel),
    ...both('look', 'declineLabel', theme.declineLabel),
    field('look', 'logos', theme.logoIds.map((_, index) => say('logo.alt', { number: index + 1 })).join('\n')),
    field('look', 'font', font ? [font.name, font.url].filter(Boolean).join('\n') : ''),
  ];
}

/**
 * Two forms field by field, as DiffView takes them. What only one of them tells (name, data controller) is left out;
 * changed logos are told apart.
 */
export function diffFields(before: Shown, after: Shown, words: { say: Say; locale: Locale }) {
  const newer = new Map(contentFields(after, words).map((field) => [field.key, field.text]));
  const sameLogos = before.theme.logoIds.join() === after.theme.logoIds.join();
  return contentFields(before, words).flatMap(({ key, label, text }) => {
    const then = newer.get(key);
    if (then === undefined) return [];
    const changed = key === 'logos' && !sameLogos;
    return {
      key,
      label,
      before: changed ? before.theme.logoIds.join('\n') : text,
      after: changed ? after.theme.logoIds.join('\n') : then,
    };
  });
}
