import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { emit } from '../../platform/live/emit.ts';

/** Who read whose history when, for this long: leafing through one person's history is one reading. */
const AGAIN_MS = 10 * 60_000;
const REMEMBERED = 10_000;
const readAt = new Map<string, number>();

/**
 * Writes into the activity log that the caller read one data subject's history in these forms: who, when and which
 * form, never whose. Once in ten minutes for each reader, form and subject (each node counts for itself). Call it
 * before anything is answered: what cannot be logged is not shown.
 */
export async function logReading(
  ctx: WorkspaceContext,
  uid: Buffer,
  forms: readonly { id: string; name: string }[],
): Promise<void> {
  const now = ctx.deps.now().getTime();
  const keyOf = (form: { id: string }) => `${ctx.personnel.id} ${form.id} ${uid.toString('base64')}`;
  const fresh = forms.filter((form) => !((readAt.get(keyOf(form)) ?? -Infinity) > now - AGAIN_MS));
  if (fresh.length === 0) return;
  await ctx.transaction(async (trx) => {
    for (const { id, name } of fresh)
      await emit(trx, actorOf(ctx), { event: 'userConsent.read', entityId: id, subject: name });
  });
  for (const form of fresh) {
    readAt.delete(keyOf(form));
    readAt.set(keyOf(form), now);
  }
  for (const oldest of readAt.keys()) {
    if (readAt.size <= REMEMBERED) break;
    readAt.delete(oldest);
  }
}
