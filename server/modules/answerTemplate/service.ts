import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type AnswerTemplate,
  answerTemplateFields,
  answerTemplateProblems,
  answerTemplateStatus,
  type AnswerTemplateFields,
  type createAnswerTemplate,
  type listAnswerTemplates,
} from '../../../shared/answerTemplate/schema.ts';
import type { List } from '../../../shared/list.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { logFields } from '../../platform/records/log.ts';
import { versioned } from '../../platform/records/versioned.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

/** Own templates that a workspace can have. */
const LIMIT = 200;

const fieldsOf = ({ name, rightCode, outcome, body, active }: AnswerTemplate): AnswerTemplateFields => ({
  name,
  rightCode,
  outcome,
  body,
  active,
});

const record = versioned({
  table: 'answerTemplates',
  machine: answerTemplateStatus,
  versions: { table: 'answerTemplateVersions', owner: 'answerTemplateId' },
  content: answerTemplateFields,
  events: {
    created: 'answerTemplate.created',
    updated: 'answerTemplate.updated',
    published: 'answerTemplate.published',
    removed: 'answerTemplate.removed',
  },
  read: (trx: Trx, ctx: WorkspaceContext, id: string) => queries.find(trx, ctx.workspace.id, id),
  draftOf: fieldsOf,
  subject: ({ name }: AnswerTemplate) => name.th,
  changes: (before: AnswerTemplate, after: AnswerTemplate) =>
    changesBetween(logFields(fieldsOf(before)), logFields(fieldsOf(after))),
  columns: queries.columnsOf,
  reopens: ({ changed }) => changed.some((field) => field !== 'active'),
  problems: ({ body }: AnswerTemplate) => {
    const problems = answerTemplateProblems({ body });
    return problems.length > 0 ? { code: 'answerTemplate.incomplete' as const, problems } : null;
  },
  freeze: async (_trx, _ctx, _id, { name, rightCode, outcome, body }: AnswerTemplate) => ({
    content: { name, rightCode, outcome, body },
  }),
  removing: async (_trx, _ctx, _id, { builtIn }: AnswerTemplate) => {
    if (builtIn) throw appError('answerTemplate.builtIn');
  },
});

export const { get, update, publish, remove, versions, version } = record;

/** One page of the templates, built-in and own. */
export const list = (
  ctx: WorkspaceContext,
  input: z.output<typeof listAnswerTemplates>,
): Promise<List<AnswerTemplate>> => ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));

/** Creates a template; it cannot be chosen until it is published. @throws 409 `answerTemplate.limit` */
export const create = (ctx: WorkspaceContext, input: z.output<typeof createAnswerTemplate>): Promise<AnswerTemplate> =>
  ctx.transaction(async (trx) => {
    await oneAtATime(trx, ctx.workspace.id, 'answerTemplate');
    const values = { limit: LIMIT };
    if ((await queries.countOwn(trx, ctx.workspace.id)) >= LIMIT)
      throw appError('answerTemplate.limit', { values, details: values });
    return record.insert(trx, ctx, input, {});
  });
