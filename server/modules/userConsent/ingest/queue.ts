import { appError, asAppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import type { NewUserConsent, Recorded } from '../record.ts';
import type { LiveForm } from './forms.ts';

/**
 * Rows of one statement. Many enough that a statement costs little beside its rows, few enough that this node answers
 * some callers and reads the next ones while the database writes: with a thousand, each of the two would wait for the
 * other.
 */
const BATCH = 128;
/**
 * Maximum number of waiting submissions of one form, and of all, on a node: half a second of work; further ones are
 * refused with a retry time.
 */
const WAITING_OF_FORM = 10_000;
const WAITING = 20_000;

/**
 * Prepares the statement that writes submissions of one form. The returned function sends it: they are durable once it
 * has answered, in the order of `rows`.
 */
export type Recorder = (form: LiveForm, rows: readonly NewUserConsent[]) => () => Promise<readonly Recorded[]>;

interface Waiting {
  readonly row: NewUserConsent;
  readonly resolve: (recorded: Recorded) => void;
  readonly reject: (error: unknown) => void;
}

/** Submissions of one statement. */
interface Batch {
  readonly submissions: readonly Waiting[];
  readonly send: () => Promise<readonly Recorded[]>;
}

interface Line {
  form: LiveForm;
  waiting: Waiting[];
  writing: boolean;
  /** Prepared while the previous one is at the database, and sent as soon as that has answered. */
  next: Batch | undefined;
}

/**
 * Group commit: submissions that arrive while a form's earlier ones are being written are sent together with the next
 * statement. A single one is written immediately. One statement for each form at a time, since they would wait for each
 * other in the database anyway.
 */
export class SubmissionQueue {
  readonly #record: Recorder;
  readonly #log: Logger;
  readonly #lines = new Map<string, Line>();
  #size = 0;
  #closing = false;
  #empty: (() => void) | undefined;

  constructor(record: Recorder, log: Logger) {
    this.#record = record;
    this.#log = log;
  }

  /** Submissions that have not been answered. */
  get size(): number {
    return this.#size;
  }

  /**
   * Writes one submission; resolves once it is durable.
   * @throws 503 when too many wait, the node is stopping or the database does not answer
   */
  submit(form: LiveForm, row: NewUserConsent): Promise<Recorded> {
    const name = `${form.workspaceId} ${form.id}`;
    let line = this.#lines.get(name);
    if (this.#closing || this.#size >= WAITING || (line?.waiting.length ?? 0) >= WAITING_OF_FORM) {
      return Promise.reject(appError('consent.busy'));
    }
    if (!line) this.#lines.set(name, (line = { form, waiting: [], writing: false, next: undefined }));
    line.form = form;
    this.#size += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Recorded>();
    line.waiting.push({ row, resolve, reject });
    if (!line.writing) {
      line.writing = true;
      // After everything that arrived in the same packet has been read too; without a timer.
      setImmediate(this.#write, name, line);
    } else if (!line.next && line.waiting.length >= BATCH) line.next = this.#prepare(line);
    return promise;
  }

  /** Accepts no more, and resolves once every waiting submission is answered. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#size > 0) await new Promise<void>((resolve) => (this.#empty = resolve));
  }

  #prepare(line: Line): Batch {
    const submissions = take(line);
    return {
      submissions,
      send: this.#record(
        line.form,
        submissions.map(({ row }) => row),
      ),
    };
  }

  readonly #write = (name: string, line: Line): void => {
    if (!line.next && line.waiting.length === 0) {
      line.writing = false;
      this.#lines.delete(name);
      return;
    }
    const { submissions, send } = line.next ?? this.#prepare(line);
    line.next = undefined;
    send().then(
      (recorded) => {
        // The next ones are sent before these are answered.
        this.#write(name, line);
        this.#settle(submissions.length);
        for (let place = 0; place < submissions.length; place += 1) submissions[place]!.resolve(recorded[place]!);
      },
      async (error: unknown) => {
        await this.#mend(line.form, submissions, error);
        this.#settle(submissions.length);
        this.#write(name, line);
      },
    );
    if (line.waiting.length >= BATCH) line.next = this.#prepare(line);
  };

  /** If the database refuses one submission, the others must not fail with it: each is tried separately. */
  async #mend(form: LiveForm, submissions: readonly Waiting[], error: unknown): Promise<void> {
    if (submissions.length === 1 || asAppError(error)?.status === 'SERVICE_UNAVAILABLE') {
      for (const { reject } of submissions) reject(error);
      return;
    }
    this.#log.error({ err: error }, 'submissions of consent were refused together; they are tried one by one');
    for (const { row, resolve, reject } of submissions) {
      await this.#record(form, [row])().then(([recorded]) => resolve(recorded!), reject);
    }
  }

  #settle(count: number): void {
    this.#size -= count;
    if (this.#closing && this.#size === 0) this.#empty?.();
  }
}

/**
 * The next batch of a queue. Of two with one Idempotency-Key or one token the second waits, since its result depends on
 * the first. Browsers and persons wait for each other: a person's choice ends earlier choices of their browsers. So do
 * withdrawals from a deactivated form and submissions that it would refuse.
 */
function take(line: Line): Waiting[] {
  const { waiting } = line;
  const kindOf = ({ row }: Waiting): number => (row.browser === undefined ? 0 : 1) + (row.withdrawal ? 2 : 0);
  const kind = kindOf(waiting[0]!);
  if (waiting.every((one) => !one.row.key && !one.row.token && kindOf(one) === kind)) {
    line.waiting = waiting.length > BATCH ? waiting.splice(BATCH) : [];
    return waiting;
  }
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  const inBatch = new Set<string>();
  for (const one of waiting) {
    const names = [
      one.row.key && `k${one.row.key.toString('latin1')}`,
      one.row.token && `t${one.row.token.toString('latin1')}`,
    ].filter((name) => name !== undefined);
    if (batch.length === BATCH || kindOf(one) !== kind || names.some((name) => inBatch.has(name))) later.push(one);
    else batch.push(one);
    // Later ones with the same key wait too, so that they are processed in the order of arrival.
    for (const name of names) inBatch.add(name);
  }
  line.waiting = later;
  return batch;
}
