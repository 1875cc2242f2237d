import type { FieldDescriptor, Words } from '../../records/fields.ts';
import type { FormContent, RightContent } from './formValues.ts';
import { nameIn } from '../../../shared/locale.ts';

/** A right with all its content as text, one line per field. */
function rightIn(words: Words, { name, description, example, days, options, fee }: RightContent, place: number) {
  const facts = [
    words.t('right.days', { count: days, number: days }),
    ...(fee > 0 ? [words.t('right.feeText', { number: fee.toLocaleString('en-US') })] : []),
  ];
  return [
    `${place + 1}. ${nameIn(words, name)} (${facts.join(' · ')})`,
    ...[description, example].map((text) => nameIn(words, text)).filter(Boolean),
    ...options.map((option) => `– ${option.th} / ${option.en}`),
  ].join('\n   ');
}

/** All displayed content of a form, in the order of its editor. */
export const REQUEST_FORM_FIELDS: readonly FieldDescriptor<FormContent>[] = [
  { key: 'name', kind: 'line', section: 'general', read: ({ name }) => name },
  { key: 'description', kind: 'text', section: 'general', read: ({ description }) => description },
  { key: 'application', kind: 'line', section: 'general', paths: [], read: ({ applicationName }) => applicationName },
  {
    key: 'controller',
    kind: 'group',
    section: 'general',
    paths: [],
    read: ({ controllerName }, words) => nameIn(words, controllerName),
  },
  { key: 'expiryDays', kind: 'number', section: 'general', read: ({ expiryDays }) => String(expiryDays) },
  { key: 'title', kind: 'bilingual', section: 'texts', read: ({ title }) => title },
  { key: 'detail', kind: 'bilingualText', section: 'texts', read: ({ detail }) => detail },
  { key: 'terms', kind: 'bilingualText', section: 'texts', read: ({ terms }) => terms },
  {
    // Rights, their options and their order are merged as one value.
    key: 'rights',
    kind: 'group',
    section: 'rights',
    paths: ['rightRequests'],
    read: ({ rights }, words) => rights.map((right, place) => rightIn(words, right, place)).join('\n'),
    problemLabel: ([right, , option], { t }) => {
      if (typeof right !== 'number') return undefined;
      return typeof option === 'number'
        ? t('missing.optionAt', { right: right + 1, number: option + 1 })
        : t('missing.rightAt', { number: right + 1 });
    },
  },
  { key: 'submittedTitle', kind: 'bilingual', section: 'submitted', read: ({ submittedTitle }) => submittedTitle },
  {
    key: 'submittedDetail',
    kind: 'bilingualText',
    section: 'submitted',
    read: ({ submittedDetail }) => submittedDetail,
  },
  { key: 'themeColor', kind: 'line', section: 'look', read: ({ themeColor }) => themeColor },
  {
    key: 'logo',
    kind: 'group',
    section: 'look',
    read: ({ logo }, { t }) => (logo ? t('embedScreen:logo.alt', { number: 1 }) : ''),
    identity: ({ logo }) => logo ?? '',
  },
  {
    key: 'font',
    kind: 'group',
    section: 'font',
    paths: ['customFontName', 'customFontUrl'],
    read: ({ font }) => (font ? [font.name, font.url].filter(Boolean).join('\n') : ''),
  },
  { key: 'customFontName', kind: 'line', section: 'font', partOf: 'font', read: () => undefined },
  { key: 'customFontUrl', kind: 'line', section: 'font', partOf: 'font', read: () => undefined },
  {
    key: 'customApiDescription',
    kind: 'text',
    section: 'api',
    read: ({ customApiDescription }) => customApiDescription,
  },
];
