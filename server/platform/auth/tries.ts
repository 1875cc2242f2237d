import { setTimeout as sleep } from 'node:timers/promises';
import { asAppError } from '../errors.ts';
import { logAccount } from '../security/log.ts';
import type { RequestContext } from '../trpc/context.ts';
import { knownDevice } from './device.ts';
import { countTries, forgive, forgiveAll, type Limit, spend } from './throttle.ts';

const QUARTER = 900;
/** Ten passwords of an account are tried in a quarter of an hour from one address … */
const ACCOUNT_AND_ADDRESS: Limit = { name: 'signIn.account', max: 10, seconds: QUARTER };
/** … and as many from a browser in which its owner has signed in before, wherever that is. */
const DEVICE: Limit = { name: 'signIn.device', max: 10, seconds: QUARTER };
/** An office may sit behind one address. */
const ADDRESS: Limit = { name: 'signIn.address', max: 100, seconds: QUARTER };
/** All tries of an account that come from unknown browsers, whatever their address. */
const ACCOUNT: Limit = { name: 'signIn.unknown', max: 400, seconds: QUARTER };

const FREE_TRIES = 20;
const TRIES_A_STEP = 10;
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 8000] as const;

/**
 * How long an answer waits when so many tries of an account came from unknown browsers within a quarter of an hour. It
 * waits and is not refused: whoever tries others' accounts from many addresses is slowed, the owner never shut out.
 */
export function backOff(tries: number): number {
  if (tries <= FREE_TRIES) return 0;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.floor((tries - FREE_TRIES) / TRIES_A_STEP));
}

const deviceOf = (ctx: RequestContext, email: string): string | null =>
  knownDevice(ctx.deps.keyring, ctx.device?.cookie ?? null, email);

/**
 * Counts one try of an account's password, before it is looked at: by account and known browser, else by address and by
 * account and address. Nobody can use up the tries of a person elsewhere (docs/decisions/035).
 * @throws 429 with the seconds to wait
 */
export async function spendTry(ctx: RequestContext, email: string): Promise<void> {
  const { authDb, now } = ctx.deps;
  try {
    await countTry(ctx, email);
  } catch (error) {
    // Once in the time that it takes to be let in again, however often it is tried.
    if (asAppError(error)?.status === 'TOO_MANY_REQUESTS')
      await logAccount(authDb, email, { event: 'signIn.locked', at: now(), quietMs: QUARTER * 1000 });
    throw error;
  }
}

async function countTry(ctx: RequestContext, email: string): Promise<void> {
  const { deps } = ctx;
  const device = deviceOf(ctx, email);
  if (device !== null) return spend(deps, DEVICE, [email, device]);
  await spend(deps, ADDRESS, ctx.ip);
  await spend(deps, ACCOUNT_AND_ADDRESS, [email, ctx.ip]);
  const wait = backOff(await countTries(deps, ACCOUNT, email));
  if (wait > 0) await sleep(wait);
}

/** Forgets the tries that whoever now proved to be the owner has made here. */
export async function forgiveTries(ctx: RequestContext, email: string): Promise<void> {
  const device = deviceOf(ctx, email);
  if (device === null) await forgive(ctx.deps, ACCOUNT_AND_ADDRESS, [email, ctx.ip]);
  else await forgive(ctx.deps, DEVICE, [email, device]);
}

/** Forgets all failed tries of an account, for an operator. */
export async function forgiveAccount(deps: RequestContext['deps'], email: string): Promise<void> {
  await forgiveAll(deps, ACCOUNT_AND_ADDRESS, email);
  await forgiveAll(deps, DEVICE, email);
  await forgive(deps, ACCOUNT, email);
}
