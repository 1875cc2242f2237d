import type { Step } from '../../../shared/schedule/schema.ts';
import { systemActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { DeliveryProblem } from './problem.ts';
import * as states from './states.ts';

/** How often a run looks whether its task is still its own: an Admin may have ended it. */
const LOOK_MS = 2000;

/** What happens to a task, kept as it happens; one write at a time, with all that was noted meanwhile. */
export class TaskLog {
  readonly #deps: Deps;
  readonly #claim: states.Claim;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #unwritten: states.LogLine[] = [];
  #writing: Promise<void> | undefined;

  constructor(deps: Deps, claim: states.Claim) {
    this.#deps = deps;
    this.#claim = claim;
    this.#timer = setInterval(() => this.#flush(), LOOK_MS).unref();
  }

  /** Aborted once the task is another run's, or has been ended. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  note(step: Step, more: Omit<states.LogLine, 'at' | 'step'> = {}): void {
    this.#unwritten.push({ at: this.#deps.now().toISOString(), step, ...more });
    this.#flush();
  }

  /** The same, kept now. @throws DeliveryProblem where the task is no longer this run's */
  async step(step?: Step): Promise<void> {
    await this.#writing;
    if (step) this.#unwritten.push({ at: this.#deps.now().toISOString(), step });
    const written = this.#writeAll();
    this.#follow(written);
    await written;
    if (this.#lost.signal.aborted) throw this.#lost.signal.reason;
  }

  /** Keeps nothing more by itself. @returns what is yet to be kept, with one line more */
  async end(step?: Step, more: Omit<states.LogLine, 'at' | 'step'> = {}): Promise<states.LogLine[]> {
    clearInterval(this.#timer);
    await this.#writing;
    if (step) this.#unwritten.push({ at: this.#deps.now().toISOString(), step, ...more });
    return this.#unwritten.splice(0);
  }

  /** In the background: a database that is away is met by the run itself. */
  #flush(): void {
    if (!this.#writing) this.#follow(this.#writeAll());
  }

  #follow(written: Promise<void>): void {
    this.#writing = written.catch(() => {}).finally(() => (this.#writing = undefined));
  }

  async #writeAll(): Promise<void> {
    do await this.#write();
    while (this.#unwritten.length > 0 && !this.#lost.signal.aborted);
  }

  async #write(): Promise<void> {
    const lines = this.#unwritten.splice(0);
    const { workspaceId, scheduleId } = this.#claim;
    try {
      const isOurs = await transact(this.#deps, { workspaceId }, async (trx) => {
        if (!(await states.goesOn(trx, this.#claim, lines))) return false;
        const actor = systemActor(this.#deps, workspaceId);
        if (lines.length > 0) await emit(trx, actor, { event: 'schedule.progressed', entityId: scheduleId });
        return true;
      });
      if (!isOurs) this.#lost.abort(new DeliveryProblem('interrupted'));
    } catch (error) {
      this.#unwritten.unshift(...lines);
      throw error;
    }
  }
}
