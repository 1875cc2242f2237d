import { type Deps, transact } from '../trpc/context.ts';

/** A kind of import, as the module whose records it writes declares it. */
export interface ImportKind {
  /** Does the step that the import waits for. */
  readonly run: (deps: Deps, workspaceId: string, id: string, signal: AbortSignal) => Promise<void>;
  /** Removes what is left of its file once that has had its time. @returns whether it had */
  readonly expire: (deps: Deps, workspaceId: string, id: string) => Promise<boolean>;
}

/** Kinds of import by the value of `imports.kind`. */
export type ImportKinds = Readonly<Record<string, ImportKind>>;

/** The kind of an import; undefined where there is no such import, or nobody declares its kind. */
export const importKindOf = (deps: Deps, workspaceId: string, id: string): Promise<ImportKind | undefined> =>
  transact(deps, { workspaceId }, async (trx) => {
    const row = await trx
      .selectFrom('imports')
      .select('kind')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && deps.modules.imports.get(row.kind);
  });
