import type { z } from 'zod';
import type { consentPreview, previewConsents } from '../../../shared/consentImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { formOf, today } from './form.ts';
import { store } from './queries.ts';
import { consentReader, purposesIn, skips } from './reader.ts';
import { openSheet } from '../../platform/imports/sealed.ts';

/** The first rows of the file as a mapping, saved or not, reads them: what will be recorded, and its problems. */
export async function preview(
  ctx: WorkspaceContext,
  input: z.output<typeof previewConsents>,
): Promise<z.output<typeof consentPreview>> {
  const { id, ...mapping } = input;
  return ctx.transaction(async (trx) => {
    const stored = await store.find(trx, ctx.workspace.id, id);
    const form = stored && (await formOf(trx, ctx.workspace.id, stored.targetId!, today(ctx)));
    if (!stored || !form) throw appError('NOT_FOUND');
    const sheet = await openSheet(trx, ctx, stored.id, stored.sheet);
    const read = consentReader(form, mapping, ctx.deps.now());
    const titles = new Map(form.purposes.map((purpose) => [purpose.id, purpose.title]));
    return {
      rows: sheet.preview.map((row) => {
        const { uid, name, moment, action, version, granted, language, source, guardian, problems } = read(row);
        const example = skips(row);
        return {
          row: row.at,
          uid,
          name,
          at: moment?.at.toISOString() ?? null,
          action,
          purposes: version && action ? purposesIn(form, version, granted).map((purpose) => titles.get(purpose)!) : [],
          version: version?.version ?? null,
          language,
          source,
          guardian: guardian ? `${guardian.firstName} ${guardian.lastName}` : '',
          example,
          problems: example ? [] : problems,
        };
      }),
    };
  });
}
