import type { Deps } from '../trpc/context.ts';

/** A kind of import, as the module whose records it writes declares it. */
export interface ImportKind {
  /** Does the step that the import waits for. */
  readonly run: (deps: Deps, workspaceId: string, id: string, signal: AbortSignal) => Promise<void>;
}

/** Kinds of import by the value of `imports.kind`. */
export type ImportKinds = Readonly<Record<string, ImportKind>>;
