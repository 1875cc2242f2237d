import { sql } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { sendOutbound } from '../../platform/http/outbound.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import { emit } from '../../platform/live/emit.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { bodyOf, headersOf } from './message.ts';
import { sealedAnswer, sealedPreviousSecret, sealedSecret } from './sealed.ts';
import { signatureOf } from './signature.ts';
import { turnOff } from './turnOff.ts';

const TIMEOUT_MS = 15_000;
/** How long a message is one node's. */
const LEASE_MS = 60_000;
/** Pauses double from a minute to six hours. */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
/** Of an answer so many bytes are kept. */
const ANSWER_BYTES = 1000;
/** A webhook that takes nothing for so long is turned off. */
const PATIENCE_MS = 3 * 86_400_000;
/** Messages of one webhook that are under way at a time, on all nodes. */
export const PER_WEBHOOK = 2;
const GONE = 410;

interface Message {
  readonly webhookId: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly body: string;
  /** When it is sent, as it says. */
  readonly at: Date;
  readonly attempts: number;
  readonly until: number;
}

interface Outcome {
  readonly status: number | null;
  readonly answer: string;
  readonly reason: string | null;
}

/** Lets work with the database begin when there is room for it. */
type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Sends one message, if it is due, no other node is at it and its webhook has not enough under way.
 * @returns whether it was sent
 */
export async function deliver(
  deps: Deps,
  workspaceId: string,
  id: string,
  signal: AbortSignal,
  gate: Gate = (work) => work(),
): Promise<boolean> {
  const message = await gate(() => claim(deps, workspaceId, id));
  if (!message) return false;
  const outcome = await send(deps, id, message, signal);
  // What was cut off by the end of the node is another's to send again.
  if (outcome.status === null) signal.throwIfAborted();
  await gate(() => settle(deps, workspaceId, id, message, outcome));
  return true;
}

/** Takes a message; undefined where it is not due, is another node's, or its webhook or workspace is closed or busy. */
const claim = (deps: Deps, workspaceId: string, id: string): Promise<Message | undefined> =>
  transact(deps, { workspaceId }, async (trx) => {
    const now = deps.now();
    // One claim of a webhook at a time, so that what is under way is counted right.
    const webhooks = await sql<{ id: string }>`
      select h.id from webhooks h
        join workspaces w on w.id = h.workspace_id and w.closed_at is null
      where h.workspace_id = ${workspaceId} and h.state = 'active'
        and h.id = (select webhook_id from webhook_deliveries where workspace_id = ${workspaceId} and id = ${id})
      for no key update of h`.execute(trx);
    const [webhook] = webhooks.rows;
    if (!webhook) return undefined;
    const { rows } = await sql<{ id: string }>`
      select d.id from webhook_deliveries d
      where d.workspace_id = ${workspaceId} and d.id = ${id} and d.next_at <= ${now}
        and (d.sending_until is null or d.sending_until <= ${now})
        and ${PER_WEBHOOK} > (
          select count(*) from webhook_deliveries u
           where u.workspace_id = ${workspaceId} and u.webhook_id = ${webhook.id} and u.next_at is not null
             and u.sending_until > ${now})
      for update of d skip locked`.execute(trx);
    if (rows.length === 0) return undefined;
    const row = await trx
      .updateTable('webhookDeliveries as d')
      .from('webhooks as h')
      .set((eb) => ({
        sendingUntil: new Date(now.getTime() + LEASE_MS),
        sentAt: now,
        attempts: eb('d.attempts', '+', 1),
      }))
      .where('d.workspaceId', '=', workspaceId)
      .where('d.id', '=', id)
      .whereRef('h.workspaceId', '=', 'd.workspaceId')
      .whereRef('h.id', '=', 'd.webhookId')
      .returning(['h.id as webhookId', 'h.url', 'h.secret', 'h.previousSecret', 'h.previousExpiresAt'])
      .returning(['d.event', 'd.entity', 'd.entityId', 'd.occurredAt', 'd.attempts', 'd.until'])
      .executeTakeFirstOrThrow();
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const { webhookId, previousSecret, previousExpiresAt } = row;
    const overlaps = previousExpiresAt !== null && Date.parse(previousExpiresAt) > now.getTime();
    return {
      webhookId,
      url: row.url,
      secrets: [
        sealedSecret.open(key, webhookId, row.secret),
        ...(previousSecret && overlaps ? [sealedPreviousSecret.open(key, webhookId, previousSecret)] : []),
      ],
      body: bodyOf({ workspaceId, ...row }),
      at: now,
      attempts: row.attempts,
      until: Date.parse(row.until),
    };
  });

async function send(
  deps: Deps,
  id: string,
  { url, body, at, secrets }: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers = { ...headersOf(id, at), 'webhook-signature': signatureOf({ id, at, body }, secrets) };
  try {
    const answer = await sendOutbound(
      url,
      { body, headers, keep: ANSWER_BYTES },
      { ...deps.config.callbacks, timeoutMs: TIMEOUT_MS, signal },
    );
    // A zero byte, or a letter cut in half, is no text.
    return { status: answer.status, answer: answer.body.replaceAll('\0', ''), reason: null };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { status: null, answer: '', reason: String(code ?? name).slice(0, 50) };
  }
}

/** Writes what became of a message; one that was not taken is sent again after a pause, until its time is over. */
const settle = (deps: Deps, workspaceId: string, id: string, message: Message, outcome: Outcome): Promise<void> =>
  transact(deps, { workspaceId }, async (trx) => {
    const now = deps.now();
    const { webhookId, attempts, until } = message;
    const isAccepted = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const pause = Math.min(PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    const isOver = now.getTime() + pause > until || outcome.status === GONE;
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const { failingSince } = await trx
      .updateTable('webhooks')
      .set((eb) => ({ failingSince: isAccepted ? null : eb.fn.coalesce('failingSince', eb.val(now.toISOString())) }))
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', webhookId)
      .returning('failingSince')
      .executeTakeFirst()
      .then((row) => row ?? { failingSince: null });
    await trx
      .updateTable('webhookDeliveries')
      .set({
        status: isAccepted ? 'delivered' : isOver ? 'failed' : 'waiting',
        nextAt: isAccepted || isOver ? null : new Date(now.getTime() + pause),
        sendingUntil: null,
        attemptedAt: now,
        answerStatus: outcome.status,
        answer: outcome.answer === '' ? null : sealedAnswer.seal(key, id, outcome.answer),
        reason: outcome.reason,
      })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    const actor = systemActor(deps, workspaceId, now);
    await emit(trx, actor, { event: 'webhook.attempted', entityId: webhookId });
    const isHopeless = failingSince !== null && now.getTime() - Date.parse(failingSince) >= PATIENCE_MS;
    if (isAccepted || !(isHopeless || outcome.status === GONE)) return;
    await turnOff(deps, trx, {
      workspaceId,
      id: webhookId,
      reason: outcome.status === GONE ? 'abandoned' : 'refused',
      at: now,
    });
  });

/** What was sent is kept for 30 days. */
export const deliverySweep: Schedule = {
  name: 'webhooks.sweep',
  cron: '7-59/15 * * * *',
  run: async ({ systemDb, now }) => {
    const before = new Date(now().getTime() - 30 * 86_400_000);
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where (workspace_id, id) in (
        select workspace_id, id from webhook_deliveries where created_at < ${before} limit 5000)`.execute(systemDb);
    return Number(numAffectedRows ?? 0);
  },
};
