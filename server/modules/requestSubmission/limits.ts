import { countTries, type Limit, spend, triesOf } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';

type Where = Pick<LiveRequestForm, 'workspaceId' | 'id'>;
const bound = (name: string, max: number, minutes: number): Limit => ({
  name: `requestSubmission.${name}`,
  max,
  seconds: minutes * 60,
});

/** Requests of one address to one form: enough for a family or a small office. */
const ADDRESS = bound('address', 20, 10);
/** Requests to one form, from all addresses. */
const FORM = bound('form', 1000, 60);
/** The same without a token and without proof of work; beyond, the work is required. */
const PLAIN_ADDRESS = bound('plainAddress', 10, 60);
const PLAIN_FORM = bound('plainForm', 100, 60);

/** Files that one address starts to send to one form, and that are sent to one form. */
const UPLOAD_ADDRESS = bound('uploadAddress', 20, 10);
const UPLOAD_FORM = bound('uploadForm', 500, 60);

const nameOf = ({ workspaceId, id }: Where): string => `${workspaceId} ${id}`;

/**
 * Counts a request to a form. @param isPlain without a token and without proof of work
 * @throws 429, `requestSubmission.workNeeded` where proof of work would help
 */
export async function spendRequest(deps: Deps, form: Where, ip: string, isPlain: boolean): Promise<void> {
  if (deps.config.requestRatePerMinute === 0) return;
  const name = nameOf(form);
  if (isPlain) {
    const [ofAddress, ofForm] = [
      await countTries(deps, PLAIN_ADDRESS, [name, ip]),
      await countTries(deps, PLAIN_FORM, name),
    ];
    if (ofAddress > PLAIN_ADDRESS.max || ofForm > PLAIN_FORM.max) throw appError('requestSubmission.workNeeded');
  }
  await spend(deps, ADDRESS, [name, ip]);
  await spend(deps, FORM, name);
}

/** Requests to a form within the last hour. */
export const requestsInHour = (deps: Deps, form: Where): Promise<number> => triesOf(deps, FORM, nameOf(form));

/** Counts a file whose upload starts. @throws 429 */
export async function spendUpload(deps: Deps, form: Where, ip: string): Promise<void> {
  if (deps.config.requestRatePerMinute === 0) return;
  await spend(deps, UPLOAD_ADDRESS, [nameOf(form), ip]);
  await spend(deps, UPLOAD_FORM, nameOf(form));
}
