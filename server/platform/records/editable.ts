import { randomUUIDv7 } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB, Trx } from '../../../db/client.ts';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { type StatusMachine, targetsOf } from '../../../shared/status.ts';
import { actorOf, type Caller } from '../actor.ts';
import { violates } from '../database/locks.ts';
import { type AppError, appError } from '../errors.ts';
import { type Change, emit } from '../live/emit.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { assertMove, transition, type Workflow, type WorkflowTypes } from '../workflow/workflow.ts';
import { deleteRow, insertRow, lockRow, type RecordTable, updateRow } from './rows.ts';
import { assertNewest } from './stale.ts';

/** An edit of a record that is there already: what it was, and the fields that now differ. */
export interface Edit<Found, Draft> {
  readonly before: Found;
  readonly stored: Draft;
  readonly changed: readonly (keyof Draft & string)[];
}

/** The states of a record that an edit moves it between. */
export interface EditStates<Found, Draft> {
  readonly machine: StatusMachine<string, 'edit'>;
  stateOf(record: Found): string;
  /** Whether the edit moves the record on; otherwise it stays where it is. Left out: when any field differs. */
  reopens?(edit: Edit<Found, Draft>): boolean;
}

/**
 * A record that people edit over its `rowVersion`. `Found` is the record as it reads, `Draft` what can be edited of it,
 * `Checked` whatever `check` looked up for `write`.
 */
export interface EditableRecord<
  Table extends RecordTable,
  Schema extends z.ZodObject,
  Found extends { rowVersion: number },
  Checked = void,
  Draft extends z.output<Schema> = z.output<Schema>,
> {
  readonly table: Table;
  /** What can be edited. The router has parsed it: the kit only takes these fields out of what it is given. */
  readonly content: Schema;
  readonly events: { readonly created?: EventName; readonly updated: EventName; readonly removed?: EventName };
  read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Found | undefined>;
  /** What is edited of the record, as it is stored. */
  draftOf(record: Found): Draft;
  /** Its name in the activity log. */
  subject(record: Found): string;
  /** What an edit changed, for the activity log: names in place of ids. */
  changes(before: Found, after: Found): Change[];
  /** The columns of the draft, written by every edit; what else an edit sets is added to them. */
  columns(draft: Draft, edit?: Edit<Found, Draft>): Updateable<DB[Table]>;
  /** What the answer to a stale edit shows; left out, the record as it reads. */
  view?(record: Found): unknown;
  /** Unique indexes of the table, with what to answer when one is violated. */
  readonly unique?: Readonly<Record<string, (draft: Draft) => AppError>>;
  /** Throws when this record may be neither changed nor removed. */
  guard?(record: Found): void;
  /** Adds what the caller may leave out, such as the ids of parts that the record has already. */
  complete?(draft: Draft, stored: Draft | undefined): Draft;
  /** The draft in a form in which equal drafts are equal: lists whose order means nothing are sorted. */
  comparable?(draft: Draft): Record<string, unknown>;
  /** Left out: it has none, and may always be edited. */
  readonly states?: EditStates<Found, Draft>;
  /**
   * Locks what an edit writes beside the record, before the record itself is locked: nobody may hold one of these and
   * wait for the record.
   */
  lockFirst?(trx: Trx, ctx: WorkspaceContext, id: string): Promise<void>;
  /** Refuses a draft that names what the workspace has not. Without `edit`, the record is new. */
  check?(trx: Trx, ctx: WorkspaceContext, draft: Draft, edit?: Edit<Found, Draft>): Promise<Checked>;
  /** Writes what does not stand in the row: link tables and parts, those only that differ. */
  write?(
    trx: Trx,
    ctx: WorkspaceContext,
    id: string,
    draft: Draft,
    edit: Edit<Found, Draft> | undefined,
    checked: Checked,
  ): Promise<void>;
  /** Follows every write: what is derived from the record. */
  changed?(trx: Trx, ctx: WorkspaceContext, id: string, edit?: Edit<Found, Draft>): Promise<void>;
  /** Precedes the deletion. Throws when something still needs the record. */
  removing?(trx: Trx, ctx: WorkspaceContext, id: string, record: Found): Promise<void>;
}

const identity = (draft: object) => draft as Record<string, unknown>;

/** Reading and locking, and writing columns that are no part of the draft. */
function reader<Table extends RecordTable, Schema extends z.ZodObject, Found extends { rowVersion: number }, Checked>(
  declaration: EditableRecord<Table, Schema, Found, Checked>,
) {
  const { table, view = (record: Found): unknown => record } = declaration;

  /** The record as it reads. @throws 404 */
  async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Found> {
    const found = await declaration.read(trx, ctx, id);
    if (!found) throw appError('NOT_FOUND');
    return found;
  }

  return {
    existing,
    /**
     * The record, which stays as it is until the transaction ends. @throws 404, 409 `staleEdit` with the newer record
     * when it is no longer at `rowVersion`
     */
    async locked(trx: Trx, ctx: WorkspaceContext, id: string, rowVersion?: number): Promise<Found> {
      await lockRow(trx, table, ctx.workspace.id, id, 'change');
      const found = await existing(trx, ctx, id);
      declaration.guard?.(found);
      await assertNewest(found, rowVersion, () => view(found));
      return found;
    },
    /** Writes columns of a record that the transaction has locked; counts as an edit of it. */
    set: (trx: Trx, ctx: WorkspaceContext, id: string, columns: Updateable<DB[Table]>): Promise<void> =>
      updateRow(trx, table, actorOf(ctx), id, columns),
  };
}

interface EditMove<Table extends RecordTable, Found> extends WorkflowTypes {
  table: Table;
  record: { readonly id: string; readonly found: Found };
  state: string;
  action: 'edit';
  actor: Caller;
  inputs: { edit: { readonly columns: Updateable<DB[Table]>; readonly to: string } };
  facts: object;
  notice: object;
}

/** The move that an edit is; what belongs to the edit beside its row is written by the kit. */
const editWorkflow = <Table extends RecordTable, Found>(
  table: Table,
  { machine, stateOf }: Pick<EditStates<Found, never>, 'machine' | 'stateOf'>,
): Workflow<EditMove<Table, Found>> => ({
  table,
  machine,
  stateOf: ({ found }) => stateOf(found),
  moves: { edit: { to: ({ input }) => input.to, columns: ({ input }) => input.columns } },
});

/** Recording and saving drafts, inside the caller's transaction. */
function writer<Table extends RecordTable, Schema extends z.ZodObject, Found extends { rowVersion: number }, Checked>(
  declaration: EditableRecord<Table, Schema, Found, Checked>,
  existing: (trx: Trx, ctx: WorkspaceContext, id: string) => Promise<Found>,
) {
  type Draft = z.output<Schema>;
  const { table, events, states, comparable = identity } = declaration;
  const workflow = states && editWorkflow(table, states);
  const fields = Object.keys(declaration.content.shape) as (keyof Draft & string)[];

  function draftFrom(input: Draft, stored?: Draft): Draft {
    const draft = Object.fromEntries(fields.map((field) => [field, input[field]])) as Draft;
    return declaration.complete ? declaration.complete(draft, stored) : draft;
  }

  function differing(before: Draft, after: Draft): (keyof Draft & string)[] {
    const [old, now] = [comparable(before), comparable(after)];
    return fields.filter((field) => canonicalJson(old[field]) !== canonicalJson(now[field]));
  }

  /** Where an edit leads the record; undefined: it has no states. @throws 409 `illegalMove`, 403 */
  function targetOf(actor: Caller, id: string, edit: Edit<Found, Draft>): { from: string; to: string } | undefined {
    if (!workflow) return undefined;
    const record = { id, found: edit.before };
    const from = workflow.stateOf(record);
    const [next] = targetsOf(assertMove(actor, workflow, record, 'edit'));
    const { reopens = ({ changed }: Edit<Found, Draft>) => changed.length > 0 } = states!;
    return { from, to: reopens(edit) ? next! : from };
  }

  async function orRefused(draft: Draft, work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      for (const [index, refusal] of Object.entries(declaration.unique ?? {}))
        if (violates(error, index)) throw refusal(draft);
      throw error;
    }
  }

  return {
    /** Records a new one; `columns`: what is set once and never edited. */
    async insert(trx: Trx, ctx: WorkspaceContext, input: Draft, columns: Updateable<DB[Table]> = {}): Promise<Found> {
      if (!events.created) throw new Error(`${table}: no event for a new record`);
      const draft = draftFrom(input);
      const checked = (await declaration.check?.(trx, ctx, draft)) as Checked;
      const id = randomUUIDv7();
      const actor = actorOf(ctx);
      await orRefused(draft, insertRow(trx, table, actor, id, { ...declaration.columns(draft), ...columns }));
      await declaration.write?.(trx, ctx, id, draft, undefined, checked);
      await declaration.changed?.(trx, ctx, id);
      const after = await existing(trx, ctx, id);
      await emit(trx, actor, { event: events.created, entityId: id, subject: declaration.subject(after) });
      return after;
    },
    /** Saves over a record that the transaction has locked and read; what does not change it leaves no trace. */
    async updateLocked(trx: Trx, ctx: WorkspaceContext, id: string, before: Found, input: Draft): Promise<Found> {
      const stored = declaration.draftOf(before);
      const draft = draftFrom(input, stored);
      const edit = { before, stored, changed: differing(stored, draft) };
      const actor = actorOf(ctx);
      const target = targetOf(actor, id, edit);
      if (edit.changed.length === 0 && target?.from === target?.to) return before;
      const checked = (await declaration.check?.(trx, ctx, draft, edit)) as Checked;
      const columns = declaration.columns(draft, edit);
      await orRefused(
        draft,
        workflow
          ? transition(trx, actor, workflow, { id, found: before }, 'edit', { columns, to: target!.to })
          : updateRow(trx, table, actor, id, columns),
      );
      await declaration.write?.(trx, ctx, id, draft, edit, checked);
      await declaration.changed?.(trx, ctx, id, edit);
      const after = await existing(trx, ctx, id);
      await emit(trx, actor, {
        event: events.updated,
        entityId: id,
        subject: declaration.subject(after),
        changes: declaration.changes(before, after),
      });
      return after;
    },
  };
}

/**
 * The service of a record that is edited over `rowVersion`. Functions that take `trx` work inside the caller's
 * transaction, the others open one.
 */
export function editable<
  Table extends RecordTable,
  Schema extends z.ZodObject,
  Found extends { rowVersion: number },
  Checked = void,
>(declaration: EditableRecord<Table, Schema, Found, Checked>) {
  type Draft = z.output<Schema>;
  const { table, events } = declaration;
  const { existing, locked, set } = reader(declaration);
  const { insert, updateLocked } = writer(declaration, existing);
  return {
    existing,
    locked,
    set,
    insert,
    updateLocked,
    get: (ctx: WorkspaceContext, { id }: { id: string }): Promise<Found> => ctx.read((trx) => existing(trx, ctx, id)),
    create: (ctx: WorkspaceContext, input: Draft): Promise<Found> => ctx.transaction((trx) => insert(trx, ctx, input)),
    /** Saves over `rowVersion`. @throws 404, 409 `staleEdit` with the newer record, 400 naming what is not there */
    update: (ctx: WorkspaceContext, input: Draft & { id: string; rowVersion: number }): Promise<Found> =>
      ctx.transaction(async (trx) => {
        await declaration.lockFirst?.(trx, ctx, input.id);
        const before = await locked(trx, ctx, input.id, input.rowVersion);
        return updateLocked(trx, ctx, input.id, before, input);
      }),
    remove: (ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> =>
      ctx.transaction(async (trx) => {
        if (!events.removed) throw new Error(`${table}: no event for the removal of a record`);
        await lockRow(trx, table, ctx.workspace.id, id, 'delete');
        const before = await existing(trx, ctx, id);
        declaration.guard?.(before);
        await declaration.removing?.(trx, ctx, id, before);
        await deleteRow(trx, table, ctx.workspace.id, id);
        await emit(trx, actorOf(ctx), { event: events.removed, entityId: id, subject: declaration.subject(before) });
        return { id };
      }),
  };
}
