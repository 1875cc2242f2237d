import type { z } from 'zod';
import {
  draftOf,
  type duplicatePurpose,
  type listPurposes,
  type pickPurposes,
  type PurposeCopy,
} from '../../../shared/purpose/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { activeAmong } from '../piiCategory/service.ts';
import * as listQueries from './listQueries.ts';
import * as queries from './queries.ts';
import { purposeRecord } from './record.ts';

export const { get, create, update, remove, publish, versions, version, existing, locked, publishLocked, versionOf } =
  purposeRecord;

/**
 * Records a copy of a purpose as a draft under another title, without the categories and the person that can no longer
 * be chosen. @throws 404
 */
export function duplicate(
  ctx: WorkspaceContext,
  { id, title }: z.output<typeof duplicatePurpose>,
): Promise<PurposeCopy> {
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const { content } = await existing(trx, ctx, id);
    const { piiCategories: categories, responsiblePersonnel: person } = content;
    const active = await activeAmong(
      trx,
      ws,
      categories.map((category) => category.id),
    );
    const mayStay = person !== null && (await queries.mayAnswer(trx, ws, person.id));
    const draft = draftOf({
      ...content,
      title,
      piiCategories: categories.filter((category) => active.has(category.id)),
      responsiblePersonnel: mayStay ? person : null,
    });
    return {
      purpose: await purposeRecord.insert(trx, ctx, draft),
      leftOut: [
        ...categories.filter((category) => !active.has(category.id)).map(({ name }) => name),
        ...(person && !mayStay ? [{ th: person.name, en: person.name }] : []),
      ],
    };
  });
}

export const list = (ctx: WorkspaceContext, input: z.output<typeof listPurposes>) =>
  ctx.transaction((trx) => listQueries.list(trx, ctx.workspace.id, input));
export const pick = (ctx: WorkspaceContext, input: z.output<typeof pickPurposes>) =>
  ctx.transaction((trx) => listQueries.pick(trx, ctx.workspace.id, input));
