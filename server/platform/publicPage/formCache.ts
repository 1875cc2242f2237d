import type { RelayedEvent } from '../live/outbox.ts';

/** Events tell of changes at once; should one be lost, a form is read again after so long. */
const TTL_MS = 30_000;
/** What is not there is asked for again soon: it may just have been published. */
const MISSING_TTL_MS = 1000;
const FORMS = 1000;

interface Entry<Form> {
  readonly form: Promise<Form | null>;
  /** Once it has been read. */
  known: Form | null;
  until: number;
}

/** How forms of one kind are cached. */
export interface FormCacheRule<Form> {
  /** Reads a published form of a workspace; null where there is none. */
  readonly load: (workspaceId: string, id: string) => Promise<Form | null>;
  /** Beginning of the names of the events that say a form has changed. Example: `consent.` */
  readonly events: string;
  /** Whether what was read is still what is in force. Left out: until an event says otherwise. */
  readonly holds?: (form: Form) => boolean;
  /** What was read last is answered while it cannot be read again: better what held a moment ago than nothing. */
  readonly outlivesFaults?: true;
}

/**
 * The published forms that a node is asked for by visitors of other people's sites; in memory, the 1,000 asked for
 * last. Listens to the hub (`hub.listen`).
 */
export class FormCache<Form> {
  readonly #rule: FormCacheRule<Form>;
  readonly #forms = new Map<string, Entry<Form>>();
  /** What was read last, for forms that outlive faults. */
  readonly #last = new Map<string, Form>();
  /** Workspaces of which a form was read, the latest last. */
  readonly #workspaces = new Set<string>();

  constructor(rule: FormCacheRule<Form>) {
    this.#rule = rule;
  }

  /** The form, if it is in memory. */
  peek(workspaceId: string, id: string): Form | null {
    const entry = this.#forms.get(`${workspaceId} ${id}`);
    return entry && this.#holds(entry) ? entry.known : null;
  }

  /** Whether a form of this workspace was found lately: it was not invented. */
  knows(workspaceId: string): boolean {
    return this.#workspaces.has(workspaceId);
  }

  #holds({ until, known }: Entry<Form>): boolean {
    return until > performance.now() && (known === null || this.#rule.holds?.(known) !== false);
  }

  /** A published form of the workspace; null when there is none. Throws when the database is away. */
  get(workspaceId: string, id: string): Promise<Form | null> {
    const name = `${workspaceId} ${id}`;
    const now = performance.now();
    const known = this.#forms.get(name);
    if (known && this.#holds(known)) return known.form;
    const form = this.#load(name, workspaceId, id);
    const entry: Entry<Form> = { form, known: null, until: now + TTL_MS };
    this.#forms.delete(name);
    this.#forms.set(name, entry);
    if (this.#forms.size > FORMS) this.#forms.delete(this.#forms.keys().next().value as string);
    form.then(
      (found) => {
        entry.known = found;
        if (found) this.#remember(workspaceId);
        else entry.until = performance.now() + MISSING_TTL_MS;
      },
      () => this.#forms.get(name) === entry && this.#forms.delete(name),
    );
    return form;
  }

  #remember(workspaceId: string): void {
    this.#workspaces.delete(workspaceId);
    this.#workspaces.add(workspaceId);
    if (this.#workspaces.size > FORMS) this.#workspaces.delete(this.#workspaces.values().next().value as string);
  }

  async #load(name: string, workspaceId: string, id: string): Promise<Form | null> {
    if (!this.#rule.outlivesFaults) return this.#rule.load(workspaceId, id);
    try {
      const form = await this.#rule.load(workspaceId, id);
      this.#last.delete(name);
      if (form) this.#last.set(name, form);
      if (this.#last.size > FORMS) this.#last.delete(this.#last.keys().next().value as string);
      return form;
    } catch (error) {
      const last = this.#last.get(name);
      if (!last) throw error;
      return last;
    }
  }

  forget(workspaceId: string, id: string): void {
    this.#forms.delete(`${workspaceId} ${id}`);
  }

  /** Something may have changed without an event. */
  forgetAll(): void {
    this.#forms.clear();
  }

  /** Forgets what these events say has changed. */
  received(events: readonly RelayedEvent[]): void {
    for (const { event, workspaceId, id } of events) {
      if (event.startsWith(this.#rule.events)) this.forget(workspaceId, id);
      else if (/^workspace(Deletion)?\./.test(event))
        for (const name of this.#forms.keys()) if (name.startsWith(workspaceId)) this.#forms.delete(name);
    }
  }
}
