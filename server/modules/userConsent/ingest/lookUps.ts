import { appError } from '../../../platform/errors.ts';
import type { LiveForm } from './forms.ts';

const BATCH = 500;
const WAITING = 20_000;

interface Waiting<Found> {
  readonly uid: Buffer;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Look-ups of one form that arrive while others are running are sent together with the next statement, like
 * submissions: one query for hundreds costs little more than one for one.
 */
export class LookUps<Found> {
  readonly #find: (form: LiveForm, uids: readonly Buffer[]) => Promise<readonly (Found | undefined)[]>;
  readonly #lines = new Map<string, { form: LiveForm; waiting: Waiting<Found>[] }>();
  #size = 0;

  constructor(find: (form: LiveForm, uids: readonly Buffer[]) => Promise<readonly (Found | undefined)[]>) {
    this.#find = find;
  }

  /** @throws 503 when too many wait or the database does not answer */
  ask(form: LiveForm, uid: Buffer): Promise<Found | undefined> {
    if (this.#size >= WAITING) return Promise.reject(appError('consent.busy'));
    const name = `${form.workspaceId} ${form.id}`;
    let line = this.#lines.get(name);
    if (!line) {
      this.#lines.set(name, (line = { form, waiting: [] }));
      setImmediate(this.#next, name, line);
    }
    line.form = form;
    this.#size += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Found | undefined>();
    line.waiting.push({ uid, resolve, reject });
    return promise;
  }

  readonly #next = (name: string, line: { form: LiveForm; waiting: Waiting<Found>[] }): void => {
    const batch = line.waiting;
    if (batch.length === 0) return void this.#lines.delete(name);
    line.waiting = batch.length > BATCH ? batch.splice(BATCH) : [];
    this.#find(
      line.form,
      batch.map(({ uid }) => uid),
    ).then(
      (found) => {
        this.#next(name, line);
        this.#size -= batch.length;
        batch.forEach(({ resolve }, place) => resolve(found[place]));
      },
      (error: unknown) => {
        this.#next(name, line);
        this.#size -= batch.length;
        for (const { reject } of batch) reject(error);
      },
    );
  };
}
