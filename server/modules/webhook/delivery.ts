import { type RawBuilder, sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../../shared/duration.ts';
import { systemActor } from '../../platform/actor.ts';
import { sendOutbound } from '../../platform/http/outbound.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import { AttemptAnnouncer } from './announcer.ts';
import { giveUpExpired } from './ending.ts';
import { pauseDeliveries } from './pausing.ts';
import { bodyOf, headersOf } from './message.ts';
import { sealedAnswer, sealedPreviousSecret, sealedSecret } from './sealed.ts';
import { signatureOf } from './signature.ts';
import { webhookWorkflow } from './workflow.ts';
import { deliveryWorkflow, RETRY_PERIOD_MS } from './deliveryWorkflow.ts';

const TIMEOUT_MS = 15_000;
/** Pauses double from a minute to six hours. */
const PAUSE_MS = MINUTE;
const LONGEST_PAUSE_MS = 6 * HOUR;
/** Bytes of an answer that are stored. */
const ANSWER_BYTES = 1000;
/** In which a message is attempted first, unless no node runs. */
const FIRST_ATTEMPT_MS = HOUR;
/** Messages of one webhook that are sent at a time, by all nodes. */
export const PER_WEBHOOK = 2;
const GONE = 410;

interface Message {
  readonly webhookId: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly body: string;
  /** The time of sending, as stated in the message. */
  readonly at: Date;
  readonly attempts: number;
  readonly until: number;
}

interface Outcome {
  readonly status: number | null;
  readonly answer: string;
  readonly reason: string | null;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly announcer?: AttemptAnnouncer;
  /** Delays work with the database until a connection is available. */
  readonly gate?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Sends one message, if it is due, no other node sends it and its webhook has not too many messages in progress. One
 * whose time is over ends without being sent, and all such messages of its webhook with it.
 * @returns whether it was sent or has ended
 */
export async function deliver(
  deps: Deps,
  workspaceId: string,
  id: string,
  { signal, announcer = new AttemptAnnouncer(), gate = (work) => work() }: Sending,
): Promise<boolean> {
  const message = await gate(() => claim(deps, workspaceId, id));
  if (!message) return false;
  if (message === 'expired') return true;
  const outcome = await send(deps, id, message, signal);
  // A message that was interrupted by the end of the node is sent again by another.
  if (outcome.status === null) signal.throwIfAborted();
  const announces = announcer.announces(workspaceId, message.webhookId);
  await gate(() => settle(deps, workspaceId, id, message, { ...outcome, announces }));
  return true;
}

interface Receiver {
  readonly id: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousExpiresAt: string | null;
}

interface Due {
  readonly id: string;
  readonly webhookId: string;
  readonly status: string;
  readonly attempts: number;
  readonly event: string;
  readonly entity: string;
  readonly entityId: string;
  readonly occurredAt: string;
  readonly until: string;
}

/** How many messages of a webhook are being sent, by all nodes; those that wait are not looked at. */
export const inProgress = (
  { workspaceId, webhookId }: { workspaceId: RawBuilder<unknown>; webhookId: RawBuilder<unknown> },
  at: Date,
): RawBuilder<number> =>
  sql`(select count(*) from webhook_deliveries u
        where u.workspace_id = ${workspaceId} and u.webhook_id = ${webhookId} and u.sending_until > ${at})`;

/**
 * Reserves a message for this node; undefined where it is not due, another node sends it, or its webhook or workspace
 * is closed or busy.
 */
const claim = (deps: Deps, workspaceId: string, id: string): Promise<Message | 'expired' | undefined> =>
  transact(deps, { workspaceId }, async (trx) => {
    const actor = systemActor(deps, workspaceId);
    const now = actor.at;
    // One claim of a webhook at a time, so that the messages being sent are counted right.
    const receivers = await sql<Receiver>`
      select h.id, h.url, h.secret, h.previous_secret, h.previous_expires_at from webhooks h
        join workspaces w on w.id = h.workspace_id and w.closed_at is null
      where h.workspace_id = ${workspaceId} and h.state = 'active'
        and h.id = (select webhook_id from webhook_deliveries where workspace_id = ${workspaceId} and id = ${id})
      for no key update of h`.execute(trx);
    const [receiver] = receivers.rows;
    if (!receiver) return undefined;
    const { rows } = await sql<Due>`
      select d.id, d.webhook_id, d.status, d.attempts, d.event, d.entity, d.entity_id, d.occurred_at, d.until
        from webhook_deliveries d
      where d.workspace_id = ${workspaceId} and d.id = ${id} and d.next_at <= ${now}
        and (d.sending_until is null or d.sending_until <= ${now})
        and ${PER_WEBHOOK} > ${inProgress({ workspaceId: sql`${workspaceId}`, webhookId: sql`${receiver.id}` }, now)}
      for update of d skip locked`.execute(trx);
    const [due] = rows;
    if (due && Date.parse(due.until) < now.getTime()) {
      await giveUpExpired(trx, actor, receiver.id);
      return 'expired';
    }
    if (!due || !(await transitionIfOpen(trx, actor, deliveryWorkflow, due, 'attempt', {}))) return undefined;
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const { previousSecret, previousExpiresAt } = receiver;
    const overlaps = previousExpiresAt !== null && Date.parse(previousExpiresAt) > now.getTime();
    return {
      webhookId: receiver.id,
      url: receiver.url,
      secrets: [
        sealedSecret.open(key, receiver.id, receiver.secret),
        ...(previousSecret && overlaps ? [sealedPreviousSecret.open(key, receiver.id, previousSecret)] : []),
      ],
      body: bodyOf({ workspaceId, ...due }),
      at: now,
      attempts: due.attempts + 1,
      until: Date.parse(due.until),
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
    // A zero byte, or a truncated character, is not valid text.
    return { status: answer.status, answer: answer.body.replaceAll('\0', ''), reason: null };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { status: null, answer: '', reason: String(code ?? name).slice(0, 50) };
  }
}

/** Stores the result of a message; one that was not accepted is sent again after a pause, until its time is over. */
const settle = (
  deps: Deps,
  workspaceId: string,
  id: string,
  message: Message,
  { announces, ...outcome }: Outcome & { announces: boolean },
): Promise<void> =>
  transact(deps, { workspaceId }, async (trx) => {
    const now = deps.now();
    const { webhookId, attempts, until } = message;
    const isAccepted = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const pause = Math.min(PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const webhook = await trx
      .updateTable('webhooks')
      .set({
        // What the receiver at a former address answers says nothing about the present one.
        failingSince: sql<string | null>`case when url <> ${message.url} then failing_since
          when ${isAccepted} then null else coalesce(failing_since, ${now}) end`,
      })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', webhookId)
      .returning(['id', 'name', 'events', 'state', 'failingSince', 'url'])
      .executeTakeFirst();
    // It was deleted meanwhile, and its deliveries with it.
    if (!webhook) return;
    const isMoved = webhook.url !== message.url;
    const isOver = now.getTime() + pause > until || (outcome.status === GONE && !isMoved);
    const delivery = await trx
      .selectFrom('webhookDeliveries')
      .select(['id', 'webhookId', 'status', 'attempts'])
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const actor = systemActor(deps, workspaceId, now);
    if (delivery)
      await transitionIfOpen(trx, actor, deliveryWorkflow, delivery, 'settle', {
        isAccepted,
        announces,
        retryAt: isOver ? null : new Date(now.getTime() + pause),
        answer: {
          answerStatus: outcome.status,
          answer: outcome.answer === '' ? null : sealedAnswer.seal(key, id, outcome.answer),
          reason: outcome.reason,
        },
      });
    // It was paused meanwhile: what was not accepted waits until it is resumed.
    if (webhook.state === 'paused') await pauseDeliveries(trx, actor, webhookId);
    const { failingSince } = webhook;
    // Its time over, a message was attempted for days itself, in which no other one was accepted: an earlier outage
    // alone turns nothing off. Its last attempt is hours before its end.
    const firstAttempt = until - RETRY_PERIOD_MS + FIRST_ATTEMPT_MS;
    const isHopeless = isOver && failingSince !== null && Date.parse(failingSince) <= firstAttempt;
    if (isAccepted || isMoved || !(isHopeless || outcome.status === GONE)) return;
    const reason = outcome.status === GONE ? 'abandoned' : 'refused';
    await transitionIfOpen(trx, actor, webhookWorkflow, webhook, 'disable', { reason });
  });

/** Deliveries that one statement removes. */
const SWEPT_AT_ONCE = 5000;

/** Deliveries are stored for 30 days. */
export const deliverySweep: Schedule = {
  name: 'webhooks.sweep',
  cron: '7-59/15 * * * *',
  run: async ({ systemDb, now }, signal) => {
    const before = new Date(now().getTime() - 30 * DAY);
    let total = 0;
    for (let removed = SWEPT_AT_ONCE; removed === SWEPT_AT_ONCE && !signal.aborted; total += removed) {
      const { numAffectedRows } = await sql`
        delete from webhook_deliveries where (workspace_id, id) in (
          select workspace_id, id from webhook_deliveries where created_at < ${before} limit ${SWEPT_AT_ONCE})`.execute(
        systemDb,
      );
      removed = Number(numAffectedRows ?? 0);
    }
    return total;
  },
};
