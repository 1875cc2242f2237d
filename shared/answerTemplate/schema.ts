import { z } from 'zod';
import { RIGHT_CODES, type RightCode } from '../dataRight/schema.ts';
import { listInput, listOf } from '../list.ts';
import { type ListRule, PUBLISH_FILTER } from '../listRule.ts';
import { LOCALES } from '../locale.ts';
import { GROUND_CODES } from '../request/grounds.ts';
import { defineStatus, PUBLISH_STATUSES, type PublishStatus } from '../status.ts';
import { bilingual, byId, id, inWorkspace, optionalText, rowVersion, namedRecord } from '../text.ts';
import { MERGE_FIELDS, tokenOf, unknownFields } from './merge.ts';
import { versionItem } from '../versions.ts';

/** What a template answers with. */
export const ANSWER_OUTCOMES = ['COMPLETED', 'REFUSED', 'EXTENDED', 'QUESTION'] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** Editing what is published makes it a draft of the next version; the published version stays in use. */
export const answerTemplateStatus = defineStatus<PublishStatus, 'edit' | 'publish'>({
  draft: {
    edit: { to: 'draft', permission: 'request.manage' },
    publish: { to: 'published', permission: 'request.manage' },
  },
  published: { edit: { to: ['draft', 'published'], permission: 'request.manage' } },
});

/** As long as the reason of a move (shared/request/schema.ts), which it fills. */
export const BODY_LIMIT = 2000;

export const answerTemplateDraft = z.object({
  name: bilingual(200),
  /** Of which right; null: of any. */
  rightCode: z.enum(RIGHT_CODES).nullable().default(null),
  outcome: z.enum(ANSWER_OUTCOMES),
  body: z.object({ th: optionalText(BODY_LIMIT), en: optionalText(BODY_LIMIT) }).default({ th: '', en: '' }),
});
export type AnswerTemplateDraft = z.output<typeof answerTemplateDraft>;
/** `active`: whether it is offered to those who answer; no part of a version. */
export const answerTemplateFields = answerTemplateDraft.extend({ active: z.boolean().default(true) });
export type AnswerTemplateFields = z.output<typeof answerTemplateFields>;

interface Problem {
  path: (string | number)[];
  key: string;
  values?: Record<string, unknown>;
}

/** What publishing still misses. */
export function answerTemplateProblems({ body }: Pick<AnswerTemplateDraft, 'body'>): Problem[] {
  return LOCALES.flatMap((locale): Problem[] => {
    const path = ['body', locale];
    if (body[locale] === '') return [{ path, key: 'errors:required' }];
    const unknown = unknownFields(body[locale]);
    return unknown.length > 0
      ? [{ path, key: 'answerTemplate:unknownField', values: { fields: unknown.map((name) => `{${name}}`).join(' ') } }]
      : [];
  });
}

export const createAnswerTemplate = inWorkspace.extend(answerTemplateFields.shape);
export const updateAnswerTemplate = byId.extend({ ...answerTemplateFields.shape, rowVersion });
export const publishAnswerTemplate = byId.extend({ rowVersion });
export const ANSWER_TEMPLATE_LIST = {
  sortBy: ['outcome', 'name', 'updatedAt'],
  filters: {
    status: PUBLISH_FILTER,
    outcome: ['ALL', ...ANSWER_OUTCOMES],
    right: ['ALL', ...RIGHT_CODES],
    active: 'boolean',
  },
} as const satisfies ListRule;
export const listAnswerTemplates = listInput(ANSWER_TEMPLATE_LIST);

const text = z.object({ th: z.string(), en: z.string() });
export const answerTemplate = z.object({
  id,
  name: text,
  rightCode: z.enum(RIGHT_CODES).nullable(),
  outcome: z.enum(ANSWER_OUTCOMES),
  body: text,
  active: z.boolean(),
  /** Came with the workspace: it can be changed and switched off, not deleted. */
  builtIn: z.boolean(),
  status: z.enum(PUBLISH_STATUSES),
  publishedVersion: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: namedRecord.nullable(),
});
export type AnswerTemplate = z.infer<typeof answerTemplate>;
export const answerTemplateList = listOf(answerTemplate);

const content = z.object({
  name: text,
  rightCode: z.enum(RIGHT_CODES).nullable(),
  outcome: z.enum(ANSWER_OUTCOMES),
  body: text,
});
export type AnswerTemplateContent = z.infer<typeof content>;
export const answerTemplateVersion = versionItem.extend({ answerTemplateId: id, content });

/**
 * Templates in use that fit a right and the ground of its refusal, those of the right itself first; `id`: of the
 * request.
 */
export const answerTemplateChoices = byId.extend({
  rightId: id,
  outcome: z.enum(ANSWER_OUTCOMES),
  groundCode: z.enum(GROUND_CODES as [string, ...string[]]).optional(),
});
export const answerTemplateChoiceList = z.array(
  z.object({ id, name: text, rightCode: z.enum(RIGHT_CODES).nullable() }),
);

/** A template with the values of a right of a request, in the language of the data subject. */
export const fillAnswerTemplate = answerTemplateChoices.omit({ outcome: true }).extend({
  templateId: id,
  /** By how many days the time to answer is to be extended. */
  days: z.coerce.number().int().min(1).max(30).optional(),
});
export type FillAnswerTemplate = z.output<typeof fillAnswerTemplate>;
export const filledAnswerTemplate = z.object({
  text: z.string(),
  language: z.enum(LOCALES),
  /** Fields that had nothing to put in; their places are marked in the text. */
  missing: z.array(z.enum(MERGE_FIELDS)),
});

/** Whether a template names the section of the ground, which not every ground has. */
export const namesSection = ({ body }: Pick<AnswerTemplateDraft, 'body'>): boolean =>
  LOCALES.some((locale) => body[locale].includes(tokenOf('section')));

/** Whether a template of one right may answer another. */
export const fitsRight = (template: RightCode | null, right: RightCode | null): boolean =>
  template === null || template === right;
