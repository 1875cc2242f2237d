import { sql } from 'kysely';
import type { z } from 'zod';
import { versionInForce } from '../../../shared/consent/inForce.ts';
import type { List } from '../../../shared/list.ts';
import type { ConsentForm, listConsentForms } from '../../../shared/userConsent/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { containing, pageOf, thai } from '../../platform/list/list.ts';
import { versionDays } from '../consent/versionDays.ts';

/** Consent forms by name, to choose a dashboard; empty for an `id` that the workspace does not have. */
export async function formChoice(
  ctx: WorkspaceContext,
  input: z.output<typeof listConsentForms>,
): Promise<List<ConsentForm>> {
  return ctx.transaction(async (trx) => {
    let filtered = trx.selectFrom('consents').where('workspaceId', '=', ctx.workspace.id);
    if (input.id) filtered = filtered.where('id', '=', input.id);
    if (input.query) filtered = filtered.where('name', 'ilike', containing(input.query));
    const page = await pageOf(
      filtered,
      input,
      (query) => query.select(['id', 'name', 'publishedVersion', 'active']),
      { updatedAt: sql.ref('updatedAt'), name: thai('name') },
      sql.ref('id'),
    );
    const versions = await versionDays(
      trx,
      ctx.workspace.id,
      page.collection.map(({ id }) => id),
    );
    const day = bangkokDay(ctx.deps.now());
    return {
      ...page,
      collection: page.collection.map((form) => ({
        ...form,
        versionInForce: versionInForce(versions.get(form.id) ?? [], day)?.version ?? null,
      })),
    };
  });
}
