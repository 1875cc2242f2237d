import { MINUTE } from '../../../shared/duration.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { emit } from '../../platform/live/emit.ts';
import { Recent } from '../../platform/security/recent.ts';

/** A repeated reading by the same person is not logged again: paging through a history is one reading. */
const read = new Recent({ forMs: 10 * MINUTE, most: 10_000 });

/**
 * Logs that the caller read one data subject's history in these forms: who, when and which form, never whose. Once in
 * ten minutes for each reader, form and subject (each node counts separately). Call it before answering: a reading that
 * cannot be logged is refused.
 */
export async function logReading(
  ctx: WorkspaceContext,
  uid: Buffer,
  forms: readonly { id: string; name: string }[],
): Promise<void> {
  const now = ctx.deps.now();
  const keyOf = (form: { id: string }) => `${ctx.personnel.id} ${form.id} ${uid.toString('base64')}`;
  const fresh = forms.filter((form) => !read.has(keyOf(form), now));
  if (fresh.length === 0) return;
  await ctx.transaction(async (trx) => {
    for (const { id, name } of fresh)
      await emit(trx, actorOf(ctx), { event: 'userConsent.read', entityId: id, subject: name });
  });
  for (const form of fresh) read.add(keyOf(form), now);
}
