import type { FastifyReply, FastifyRequest } from 'fastify';
import { UUID } from '../../../shared/uuid.ts';
import { countedAddress, type Limit, spend } from '../auth/throttle.ts';
import { appError } from '../errors.ts';
import type { RequestContext } from '../trpc/context.ts';
import type { MemoryRate, SharedRate } from './rate.ts';

// RFC 9110 field values: visible characters and spaces.
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{8,200}$/;

/** An id that came from outside, as it is stored; undefined where it is none. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined;

/**
 * The key by which a caller may send the same again, if there is one.
 * @param text locale key of the refusal
 * @throws 400 for one of other characters or another length
 */
export function idempotencyKeyOf(request: FastifyRequest, text: string): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)))
    throw appError('BAD_REQUEST', { at: 'idempotency-key', text: text });
  return key;
}

/** How often something may be called: `max` times in any `seconds`. */
export type Bound = Pick<Limit, 'max' | 'seconds'>;

/**
 * How often one address may call the procedures of a public page, counted for all nodes together. Who guesses links or
 * codes is stopped.
 * @param name of the page, before the names of its limits
 * @returns counts one call. @throws 429
 * @example
 * const spendCall = addressLimits('choices', { address: { max: 60, seconds: 60 } });
 * await spendCall(ctx, 'address');
 */
export const addressLimits =
  <Of extends string>(name: string, bounds: Readonly<Record<Of, Bound>>) =>
  ({ deps, ip }: Pick<RequestContext, 'deps' | 'ip'>, of: Of): Promise<void> =>
    spend(deps, { name: `${name}.${of}`, ...bounds[of] }, ip);

/**
 * Counts a call of this address for what is asked for.
 * @param of.id of what is asked for; null: the call names none
 * @param of.isKnown this node has it in memory, so that nobody has invented it. What it has not shares sixteen counts,
 * by the last digit of its id: each costs a query and anybody may invent ids, but whoever has thousands of forms asks
 * for many that were not asked for lately
 * @returns a promise where all nodes are asked
 * @throws 429 with Retry-After
 */
export const spendCall = (
  rate: SharedRate | MemoryRate,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, isKnown }: { id: string | null; isKnown: boolean },
): Promise<void> | undefined => {
  const name = isKnown && id ? id : `others${id?.at(-1) ?? ''}`;
  return spendOf(rate, `${name} ${countedAddress(request.ip)}`, reply);
};

/** Counts a call of `name`, as `spendCall` does. */
export function spendOf(rate: SharedRate | MemoryRate, name: string, reply: FastifyReply): Promise<void> | undefined {
  const answer = rate.spend(name);
  const judge = (seconds: number): void => {
    if (seconds === 0) return;
    void reply.header('retry-after', String(seconds));
    throw appError('TOO_MANY_REQUESTS');
  };
  return answer instanceof Promise ? answer.then(judge) : void judge(answer);
}
