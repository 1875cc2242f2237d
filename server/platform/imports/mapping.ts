import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { ImportFacts } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { nameOfFile } from '../files/name.ts';
import { attachFile } from '../files/service.ts';
import { importAccess, type MovedKind } from './access.ts';
import { emit } from '../live/emit.ts';
import { forgetMapping } from './remembered.ts';
import { transition } from '../workflow/workflow.ts';
import type { Counts, Stored } from './store.ts';
import { queueRun } from './workflow.ts';

type Path = string[];

export interface MappedKind<Mapping, Summary extends Counts, View> extends MovedKind<Mapping, Summary, View> {
  /** Of a mapping, what names a column or a field that is not there. */
  unknown: (
    trx: Trx,
    ctx: WorkspaceContext,
    before: Stored<Mapping, Summary>,
    mapping: Mapping,
  ) => Path[] | Promise<Path[]>;
  /** What a mapping must have before its rows can be checked, and has not. */
  missing: (mapping: Mapping) => Path[];
}

/** The first steps of an import of one kind: its file, its columns, its check. */
export function importMapping<Mapping, Summary extends Counts, View extends Pick<ImportFacts, 'rejects'>>(
  kind: MappedKind<Mapping, Summary, View>,
) {
  const { store, existing, withoutCells = (sheet) => sheet } = kind;
  const { open } = importAccess(kind);

  return {
    /**
     * Starts an import of an uploaded table: it is read by a job.
     * @throws 400 at `fileId` for a file that is no table
     */
    async start(
      trx: Trx,
      ctx: WorkspaceContext,
      { fileId, targetId = null }: { fileId: string; targetId?: string | null },
    ): Promise<View> {
      const workspaceId = ctx.workspace.id;
      const by = ctx.personnel.id;
      const id = randomUUIDv7();
      const file = await attachFile(trx, store.files.table, { workspaceId, ownerId: id, fileId, by });
      await store.insert(trx, {
        workspaceId,
        id,
        fileId,
        fileName: nameOfFile(await ctx.deps.keyring.workspaceKey(trx, workspaceId), fileId, file),
        locale: ctx.locale,
        requestedBy: by,
        at: ctx.deps.now(),
        targetId,
      });
      await queueRun(trx, actorOf(ctx), id);
      await emit(trx, actorOf(ctx), { event: store.progressed, entityId: id, recipients: [by] });
      return existing(trx, ctx, id);
    },

    /**
     * Says which column fills which field. Another sheet or row of headings is read first, and its mapping suggested
     * again.
     * @throws 400 for what is not there; 409 while a job is at work or once it is done
     */
    setMapping: (
      ctx: WorkspaceContext,
      input: { id: string; rowVersion: number; sheet: number; headingRow: number },
      mapping: Mapping,
    ): Promise<View> =>
      ctx.transaction(async (trx) => {
        const { id, sheet, headingRow } = input;
        const before = await open(trx, ctx, input, 'map');
        const progress = { done: 0, total: null };
        if (sheet !== before.sheet.sheet || headingRow !== before.sheet.headingRow) {
          if (!before.sheet.sheets.some(({ index }) => index === sheet))
            throw appError('BAD_REQUEST', { at: 'sheet', text: 'errors:choice' });
          await transition(trx, actorOf(ctx), store.workflow, before, 'map', {
            sheet: { ...withoutCells(before.sheet), sheet, headingRow },
            ...progress,
          });
          return existing(trx, ctx, id);
        }
        const unknown = await kind.unknown(trx, ctx, before, mapping);
        if (unknown.length > 0)
          throw appError('BAD_REQUEST', { issues: unknown.map((path) => ({ path, key: 'errors:choice' })) });
        // What was checked was checked under another mapping.
        await transition(trx, actorOf(ctx), store.workflow, before, 'map', { mapping, problems: [], ...progress });
        return existing(trx, ctx, id);
      }),

    /**
     * Forgets the mapping of earlier files with the same headings: the file is read again, and its mapping suggested.
     * @throws 409 while a job is at work or once it is done
     */
    forget: (ctx: WorkspaceContext, input: { id: string; rowVersion: number }): Promise<View> =>
      ctx.transaction(async (trx) => {
        const before = await open(trx, ctx, input, 'map');
        const { columns } = before.sheet;
        await forgetMapping(trx, { workspaceId: ctx.workspace.id, kind: store.kind, columns });
        const sheet = { ...withoutCells(before.sheet), remembered: null };
        await transition(trx, actorOf(ctx), store.workflow, before, 'map', { sheet, done: 0, total: null });
        return existing(trx, ctx, input.id);
      }),

    /** Has every row checked. @throws 400 `<name>.unmapped` naming what has no column yet */
    check: (ctx: WorkspaceContext, input: { id: string; rowVersion: number }): Promise<View> =>
      ctx.transaction(async (trx) => {
        const before = await open(trx, ctx, input, 'check');
        const missing = kind.missing(before.mapping);
        if (missing.length > 0)
          throw appError(`${store.name}.unmapped`, {
            issues: missing.map((path) => ({ path, key: 'errors:required' })),
          });
        const progress = { done: 0, total: null, problems: [] };
        await transition(trx, actorOf(ctx), store.workflow, before, 'check', progress);
        return existing(trx, ctx, input.id);
      }),
  };
}
