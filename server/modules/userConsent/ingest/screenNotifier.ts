import { type Deps, transact } from '../../../platform/trpc/context.ts';
import { emit } from '../../../platform/live/emit.ts';

const LATER_MS = 1000;

/**
 * Tells open screens of a form's last submissions. The database function tells them at most once a second; whatever
 * came within it is told of by this node a second later.
 */
export class ScreenNotifier {
  readonly #deps: Deps;
  readonly #later = new Map<string, { workspaceId: string; consentId: string; timer: NodeJS.Timeout }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A batch was written; `unshown`: nobody has been told of it. */
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

  /** Tells now what would be told within the next second. */
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
      // Screens ask again by themselves after an hour at the latest; the next submission tells them anyway.
      (error: unknown) => this.#deps.log.warn({ err: error }, 'open screens could not be told of submissions'),
    );
  }
}
