/**
 * What was rendered, by name: the most recently used, and everything that is being rendered at the moment, so that the
 * same is never rendered twice at once.
 */
export class RenderCache<Rendered> {
  readonly #max: number;
  readonly #ready = new Map<string, Rendered>();
  readonly #pending = new Map<string, Promise<Rendered>>();

  /** @param max rendered ones that are cached */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * The rendered one of a name.
   * @param spend counts a rendering for the caller, before it starts; throws to refuse it
   */
  async get(name: string, spend: () => void, render: () => Promise<Rendered>): Promise<Rendered> {
    const ready = this.#ready.get(name);
    if (ready !== undefined) {
      this.#ready.delete(name);
      this.#ready.set(name, ready);
      return ready;
    }
    const pending = this.#pending.get(name);
    if (pending) return pending;
    spend();
    const rendering = this.#rendered(name, render);
    this.#pending.set(name, rendering);
    return rendering.finally(() => this.#pending.delete(name));
  }

  async #rendered(name: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const rendered = await render();
    this.#ready.set(name, rendered);
    if (this.#ready.size > this.#max) this.#ready.delete(this.#ready.keys().next().value!);
    return rendered;
  }
}
