import type { z } from 'zod';
import type { listPurposes, pickPurposes } from '../../../shared/purpose/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as listQueries from './listQueries.ts';
import { purposeRecord } from './record.ts';

export const { get, create, update, remove, publish, versions, version, existing, locked, publishLocked, versionOf } =
  purposeRecord;

export const list = (ctx: WorkspaceContext, input: z.output<typeof listPurposes>) =>
  ctx.transaction((trx) => listQueries.list(trx, ctx.workspace.id, input));
export const pick = (ctx: WorkspaceContext, input: z.output<typeof pickPurposes>) =>
  ctx.transaction((trx) => listQueries.pick(trx, ctx.workspace.id, input));
