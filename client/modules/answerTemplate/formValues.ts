import { z } from 'zod';
import {
  type AnswerTemplate,
  type AnswerTemplateContent,
  answerTemplateFields,
  type AnswerTemplateFields,
} from '../../../shared/answerTemplate/schema.ts';
import { RIGHT_CODES } from '../../../shared/dataRight/schema.ts';

/** In the form, an empty text is no right. */
export const formSchema = answerTemplateFields.extend({ rightCode: z.union([z.literal(''), z.enum(RIGHT_CODES)]) });
export type FormValues = z.output<typeof formSchema>;

export const valuesOf = ({ name, rightCode, outcome, body, active }: AnswerTemplate): FormValues => ({
  name,
  rightCode: rightCode ?? '',
  outcome,
  body,
  active,
});
export const fieldsOf = ({ rightCode, ...values }: FormValues): AnswerTemplateFields => ({
  ...values,
  rightCode: rightCode === '' ? null : rightCode,
});
export const contentOf = ({ name, rightCode, outcome, body }: AnswerTemplateFields): AnswerTemplateContent => ({
  name,
  rightCode,
  outcome,
  body,
});
