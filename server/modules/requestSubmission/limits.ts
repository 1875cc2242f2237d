import { systemActor } from '../../platform/actor.ts';
import { isFirstReport, type Limit, requireLeft, spend, triesOf } from '../../platform/auth/throttle.ts';
import { emit } from '../../platform/live/emit.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';

type Where = Pick<LiveRequestForm, 'workspaceId' | 'id'>;
type Target = Where & Pick<LiveRequestForm, 'content'>;
const bound = (name: string, max: number, minutes: number): Limit => ({
  name: `requestSubmission.${name}`,
  max,
  seconds: minutes * 60,
});

/** Requests of one address to one form: enough for a family or a small office. */
const ADDRESS = bound('address', 20, 10);
/** Requests that are written to one form, from all addresses. */
const FORM = bound('form', 1000, 60);
const workNeeded = { code: 'requestSubmission.workNeeded' } as const;
/** The same without a token and without proof of work; beyond, the work is required. */
const PLAIN_ADDRESS: Limit = { ...bound('plainAddress', 10, 60), ...workNeeded };
const PLAIN_FORM: Limit = { ...bound('plainForm', 100, 60), ...workNeeded };

/** Files that one address starts to send to one form, and that begin to arrive at one form. */
const UPLOAD_ADDRESS = bound('uploadAddress', 20, 10);
const UPLOAD_FORM = bound('uploadForm', 500, 60);

const nameOf = ({ workspaceId, id }: Where): string => `${workspaceId} ${id}`;

/**
 * Counts a call that may become a request, for its address.
 * @param isPlain without a token and without proof of work
 * @throws 429, `requestSubmission.workNeeded` where proof of work would help
 */
export async function spendAddress(deps: Deps, form: Target, ip: string, isPlain: boolean): Promise<void> {
  if (deps.config.requestRatePerMinute === 0) return;
  const name = nameOf(form);
  if (isPlain) {
    await spend(deps, PLAIN_ADDRESS, [name, ip]);
    await requireOpenForm(deps, PLAIN_FORM, form);
  }
  await spend(deps, ADDRESS, [name, ip]);
  await requireOpenForm(deps, FORM, form);
}

/**
 * Counts a request that is written, for its form: whoever sends rubbish, or the same again, closes it for nobody.
 * @throws 429, `requestSubmission.workNeeded` where proof of work would help
 */
export async function countRequest(deps: Deps, form: Where, isPlain: boolean): Promise<void> {
  if (deps.config.requestRatePerMinute === 0) return;
  const name = nameOf(form);
  if (isPlain) await spend(deps, PLAIN_FORM, name);
  await spend(deps, FORM, name);
}

/** Requests to a form within the last hour. */
export const requestsInHour = (deps: Deps, form: Where): Promise<number> => triesOf(deps, FORM, nameOf(form));

/** Counts a file whose upload starts, for its address. @throws 429 */
export async function spendUpload(deps: Deps, form: Target, ip: string): Promise<void> {
  if (deps.config.requestRatePerMinute === 0) return;
  await spend(deps, UPLOAD_ADDRESS, [nameOf(form), ip]);
  await requireOpenForm(deps, UPLOAD_FORM, form);
}

/** Counts a file that begins to arrive, for its form: what is only announced keeps nobody out. @throws 429 */
export async function countUpload(deps: Deps, form: Where): Promise<void> {
  if (deps.config.requestRatePerMinute !== 0) await spend(deps, UPLOAD_FORM, nameOf(form));
}

/**
 * Whoever is refused by a form that has reached a limit can do little about it: its managers hear of it, once an hour.
 */
async function requireOpenForm(deps: Deps, limit: Limit, form: Target): Promise<void> {
  const [name, { workspaceId, id, content }] = [nameOf(form), form];
  try {
    await requireLeft(deps, limit, name);
  } catch (error) {
    if (await isFirstReport(deps, limit, name)) {
      const event = { event: 'requestForm.limited', entityId: id, subject: content.application.name } as const;
      await transact(deps, form, (trx) => emit(trx, systemActor(deps, workspaceId), event));
      deps.poke();
    }
    throw error;
  }
}
