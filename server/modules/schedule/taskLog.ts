import type { Step } from '../../../shared/schedule/schema.ts';
import { systemActor } from '../../platform/actor.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import { DeliveryProblem } from './problem.ts';
import type { Claim } from './claim.ts';
import { type LogLine, taskWorkflow } from './workflow.ts';

/** How often a run checks whether it still owns its task: an Admin may have cancelled it. */
const LOOK_MS = 2000;

/** The log of a task, stored while it runs; one write at a time, with all entries since the last. */
export class TaskLog {
  readonly #deps: Deps;
  readonly #claim: Claim;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #unwritten: LogLine[] = [];
  #writing: Promise<void> | undefined;

  constructor(deps: Deps, claim: Claim) {
    this.#deps = deps;
    this.#claim = claim;
    this.#timer = setInterval(() => this.#flush(), LOOK_MS).unref();
  }

  /** Aborted once another run has taken the task over, or it has been cancelled. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  note(step: Step, more: Omit<LogLine, 'at' | 'step'> = {}): void {
    this.#unwritten.push({ at: this.#deps.now().toISOString(), step, ...more });
    this.#flush();
  }

  /** Adds an entry and stores the log now. @throws DeliveryProblem where the task no longer belongs to this run */
  async step(step?: Step): Promise<void> {
    await this.#writing;
    if (step) this.#unwritten.push({ at: this.#deps.now().toISOString(), step });
    const written = this.#writeAll();
    this.#follow(written);
    await written;
    if (this.#lost.signal.aborted) throw this.#lost.signal.reason;
  }

  /** Stops storing entries. @returns those that are not stored yet, with a last one */
  async end(step?: Step, more: Omit<LogLine, 'at' | 'step'> = {}): Promise<LogLine[]> {
    clearInterval(this.#timer);
    await this.#writing;
    if (step) this.#unwritten.push({ at: this.#deps.now().toISOString(), step, ...more });
    return this.#unwritten.splice(0);
  }

  /** In the background: a database outage surfaces in the run itself. */
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
    const { workspaceId } = this.#claim;
    try {
      const isOurs = await transact(this.#deps, { workspaceId }, (trx) => {
        const actor = systemActor(this.#deps, workspaceId);
        return lines.length === 0
          ? transitionIfOpen(trx, actor, taskWorkflow, this.#claim, 'goOn', {})
          : transitionIfOpen(trx, actor, taskWorkflow, this.#claim, 'report', { lines });
      });
      if (!isOurs) this.#lost.abort(new DeliveryProblem('interrupted'));
    } catch (error) {
      this.#unwritten.unshift(...lines);
      throw error;
    }
  }
}
