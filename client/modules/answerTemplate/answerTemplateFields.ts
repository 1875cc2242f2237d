import type { AnswerTemplateContent } from '../../../shared/answerTemplate/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

/** Every field of an answer template, in the order of its form. */
export const ANSWER_TEMPLATE_FIELDS: readonly FieldDescriptor<AnswerTemplateContent>[] = [
  { key: 'name', kind: 'bilingual', section: 'use', label: 'label.name', read: ({ name }) => name, inSummary: true },
  {
    key: 'rightCode',
    kind: 'choice',
    section: 'use',
    label: 'label.right',
    read: ({ rightCode }, { t }) => t(rightCode ? `right.${rightCode}` : 'anyRight'),
    inSummary: true,
  },
  {
    key: 'outcome',
    kind: 'choice',
    section: 'use',
    label: 'label.outcome',
    read: ({ outcome }, { t }) => t(`outcome.${outcome}`),
    inSummary: true,
  },
  { key: 'body', kind: 'bilingualText', section: 'text', label: 'label.body', read: ({ body }) => body },
];
