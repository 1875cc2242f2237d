import { type Deps, transact } from '../../../platform/trpc/context.ts';
import { emit } from '../../../platform/live/emit.ts';

const LATER_MS = 1000;

/**
 * Announces new submissions of a form to open screens. The database function announces at most once a second; this node
 * announces the others a second later.
 */
export class ScreenNotifier {
  readonly #deps: Deps;
  readonly #later = new Map<string, { workspaceId: string; consentId: string; timer: NodeJS.Timeout }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** To be called when a batch was written; `unshown`: it has not been announced. */
  written(workspaceId: string, consentId: string, unshown: boolean): void {
    const name = `${workspaceId} ${consentId}`;
    const planned = this.#later.get(name);
    if (!unshown) {
      clearTimeout(planned?.timer);
      this.#later.delete(name);
      this.#deps.poke();
    } else if (!planned) {
      this.#later.set(name, {
        workspaceId,
        consentId,
        timer: setTimeout(() => void this.#notify(name), LATER_MS).unref(),
      });
    }
  }

  /** Announces immediately what would be announced within the next second. */
  async close(): Promise<void> {
    await Promise.all([...this.#later.keys()].map((name) => this.#notify(name)));
  }

  async #notify(name: string): Promise<void> {
    const planned = this.#later.get(name);
    if (!planned) return;
    clearTimeout(planned.timer);
    this.#later.delete(name);
    const { workspaceId, consentId } = planned;
    await transact(this.#deps, { workspaceId }, (trx) =>
      emit(
        trx,
        { workspaceId, personnelId: null, at: this.#deps.now() },
        { event: 'userConsent.counted', entityId: consentId },
      ),
    ).catch(
      // Screens refresh automatically after an hour at the latest; the next submission is announced anyway.
      (error: unknown) => this.#deps.log.warn({ err: error }, 'open screens could not be told of submissions'),
    );
  }
}
