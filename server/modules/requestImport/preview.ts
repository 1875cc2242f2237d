import type { z } from 'zod';
import type { previewRequests, requestPreview } from '../../../shared/requestImport/schema.ts';
import { appError } from '../../platform/errors.ts';
import { openSheet } from '../../platform/imports/sealed.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { formOf } from './form.ts';
import { store } from './queries.ts';
import { requestReader, skips } from './reader.ts';

/** The first rows of the file as a mapping, saved or not, reads them: what will be written, and its problems. */
export const preview = (
  ctx: WorkspaceContext,
  { id, ...mapping }: z.output<typeof previewRequests>,
): Promise<z.output<typeof requestPreview>> =>
  ctx.transaction(async (trx) => {
    const stored = await store.find(trx, ctx.workspace.id, id);
    const form = stored && (await formOf(trx, ctx, stored.targetId!));
    if (!stored || !form) throw appError('NOT_FOUND');
    const sheet = await openSheet(trx, ctx, stored.id, stored.sheet);
    const read = requestReader(form, mapping, ctx.deps.now());
    const names = new Map(form.content.rights.map((right) => [right.id, right.name]));
    return {
      rows: sheet.preview.map((row) => {
        const { reference, name, receivedAt, rights, stage, problems } = read(row);
        const example = skips(row);
        return {
          row: row.at,
          reference,
          name,
          receivedAt: receivedAt?.toISOString() ?? null,
          rights: rights.map(({ rightRequestId }) => names.get(rightRequestId)!),
          stage,
          example,
          problems: example ? [] : problems,
        };
      }),
    };
  });
