import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { emit } from '../../platform/live/emit.ts';

/** For how long a repeated reading by the same person is not logged again: paging through a history is one reading. */
const AGAIN_MS = 10 * 60_000;
const REMEMBERED = 10_000;
const readAt = new Map<string, number>();

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
