import { formatDate } from '../../format.ts';
import type { FieldDescriptor, Words } from '../../records/fields.ts';
import type { FormContent } from './formValues.ts';
import { nameIn } from '../../../shared/locale.ts';

const COLOURS = ['background', 'text', 'acceptBackground', 'acceptText', 'declineBackground', 'declineText'] as const;
const dayIn = ({ locale }: Words, day: string | null): string => (day ? formatDate(day, locale) : '');

/** All content of a form, in the order of its editor. */
export const CONSENT_FIELDS: readonly FieldDescriptor<FormContent>[] = [
  { key: 'name', kind: 'line', section: 'texts', read: ({ name }) => name },
  { key: 'title', kind: 'bilingual', section: 'texts', read: ({ title }) => title },
  { key: 'description', kind: 'bilingualText', section: 'texts', read: ({ description }) => description },
  {
    // Purposes, their signals and their order are one decision.
    key: 'purposes',
    kind: 'group',
    section: 'purposes',
    read: ({ purposes }, words) =>
      purposes
        .map(({ title, description }, index) => {
          const lead = nameIn(words, description);
          return `${index + 1}. ${nameIn(words, title)}${lead && `\n   ${lead}`}`;
        })
        .join('\n'),
    problemLabel: ([index], { t }) =>
      typeof index === 'number' ? t('missing.purposeAt', { number: index + 1 }) : undefined,
  },
  {
    key: 'signals',
    kind: 'group',
    section: 'purposes',
    partOf: 'purposes',
    paths: [],
    read: ({ purposes }, words) =>
      purposes
        .filter(({ signals }) => signals.length > 0)
        .map(({ title, signals }) => `${nameIn(words, title)}: ${signals.join(', ')}`)
        .join('\n'),
  },
  {
    key: 'effectiveFrom',
    kind: 'day',
    section: 'rights',
    read: ({ effectiveFrom }, words) => dayIn(words, effectiveFrom),
  },
  { key: 'effectiveTo', kind: 'day', section: 'rights', read: ({ effectiveTo }, words) => dayIn(words, effectiveTo) },
  {
    key: 'privacyPolicyUrl',
    kind: 'group',
    section: 'rights',
    paths: ['showPrivacyPolicy', 'privacyNoticeId', 'privacyPolicyUrl'],
    read: ({ privacyPolicyUrl }) => privacyPolicyUrl ?? '',
  },
  { key: 'askGuardian', kind: 'yesNo', section: 'rights', read: ({ askGuardian }) => askGuardian },
  {
    key: 'controller',
    kind: 'group',
    section: 'rights',
    paths: [],
    read: ({ controller }, words) =>
      controller &&
      [nameIn(words, controller.name), controller.address, controller.email, controller.phone]
        .filter(Boolean)
        .join('\n'),
  },
  { key: 'layout', kind: 'choice', section: 'look', read: ({ layout }, { t }) => t(`layout.${layout}`) },
  {
    key: 'colours',
    kind: 'group',
    section: 'look',
    paths: ['preset', ...COLOURS].map((key) => `theme.${key}`),
    read: ({ theme }, { t }) =>
      [t(`preset.${theme.preset}`), ...COLOURS.map((key) => `${t(`field.${key}`)} ${theme[key]}`)].join('\n'),
  },
  {
    key: 'acceptLabel',
    kind: 'bilingual',
    section: 'look',
    paths: ['theme.acceptLabel'],
    read: ({ theme }) => theme.acceptLabel,
  },
  {
    key: 'declineLabel',
    kind: 'bilingual',
    section: 'look',
    paths: ['theme.declineLabel'],
    read: ({ theme }) => theme.declineLabel,
  },
  {
    key: 'logos',
    kind: 'group',
    section: 'look',
    paths: ['theme.logoIds'],
    read: ({ theme }, { t }) =>
      theme.logoIds.map((_, index) => t('embedScreen:logo.alt', { number: index + 1 })).join('\n'),
    identity: ({ theme }) => theme.logoIds.join('\n'),
  },
  {
    key: 'font',
    kind: 'group',
    section: 'look',
    read: ({ font }) => (font ? [font.name, font.url].filter(Boolean).join('\n') : ''),
    problemLabel: ([part], { t }) => t(part === 'url' ? 'field.fontUrl' : 'field.fontName'),
  },
];
