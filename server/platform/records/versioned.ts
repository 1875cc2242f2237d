import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB, Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { PublishStatus, StatusMachine } from '../../../shared/status.ts';
import { actorOf, type Caller } from '../actor.ts';
import { type AppError, appError } from '../errors.ts';
import { type Change, emit } from '../live/emit.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { assertMove, transition, type Workflow, type WorkflowTypes } from '../workflow/workflow.ts';
import { editable, type EditableRecord, type EditStates } from './editable.ts';
import type { RecordTable, TableWith } from './rows.ts';
import {
  findVersion,
  insertVersion,
  listVersions,
  type VersionPage,
  type VersionRow,
  type VersionTable,
} from './versions.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';

type VersionedTable = RecordTable & TableWith<'status' | 'publishedVersion'>;

interface Versioned {
  rowVersion: number;
  status: PublishStatus;
  /** Newest published version; 0 when there is none. */
  publishedVersion: number;
}

/** What a draft still misses to be published, by field; `key` is a locale key. */
export interface Incomplete {
  readonly code: ErrorCode;
  readonly problems: readonly { path: (string | number)[]; key: string; values?: Record<string, unknown> }[];
}

/** What publishing keeps for good, with the columns that follow from it. */
interface Frozen<Table extends VersionedTable, Content> {
  readonly content: Content;
  readonly columns?: Updateable<DB[Table]>;
  /** Further columns of the version. */
  readonly versionColumns?: Readonly<Record<string, unknown>>;
}

/** Publishing, as a move of the record. */
interface PublishMove<Table extends VersionedTable, Found, Content, Options> extends WorkflowTypes {
  table: Table;
  record: { readonly id: string; readonly found: Found };
  state: PublishStatus;
  action: 'edit' | 'publish';
  actor: Caller;
  inputs: {
    publish: { readonly ctx: WorkspaceContext; readonly frozen: Frozen<Table, Content>; readonly options: Options };
  };
  facts: object;
  notice: { readonly changes: Change[] };
}

/**
 * A record with a draft and published versions that never change. Editing what is published makes it a draft of its
 * next version; the published one stays.
 */
export interface VersionedRecord<
  Table extends VersionedTable,
  Versions extends VersionTable,
  Owner extends keyof DB[Versions] & string,
  Schema extends z.ZodObject,
  Found extends Versioned,
  Content,
  Checked = void,
  Options = unknown,
> extends Omit<EditableRecord<Table, Schema, Found, Checked>, 'states' | 'events'> {
  readonly machine: StatusMachine<PublishStatus, 'edit' | 'publish'>;
  readonly events: EditableRecord<Table, Schema, Found, Checked>['events'] & { readonly published: EventName };
  /** Where its versions are kept, and the column that names the record there and in what is answered. */
  readonly versions: { readonly table: Versions; readonly owner: Owner };
  /** What publishing misses, by field; nothing when it can be published as far as the record itself shows. */
  problems?(record: Found): Incomplete | null;
  /** The draft with every name resolved, as its version keeps it, or what it misses beyond `problems`. */
  freeze(
    trx: Trx,
    ctx: WorkspaceContext,
    id: string,
    record: Found,
    options: Options,
  ): Promise<Frozen<Table, Content> | Incomplete>;
  /** Writes what else a version needs. */
  published?(
    trx: Trx,
    ctx: WorkspaceContext,
    id: string,
    version: { readonly version: number; readonly content: Content },
    options: Options,
  ): Promise<void>;
  /** Whether saving begins the next version; left out: when any field differs. */
  readonly reopens?: EditStates<Found, z.output<Schema>>['reopens'];
  /** The answer to publishing what has no draft; left out: `illegalMove`. */
  notDraft?(record: Found): AppError;
}

/** Reads the versions of a record. */
export function versionReader<Owner extends string, Content>(
  place: { table: VersionTable; owner: Owner },
  existing: (trx: Trx, ctx: WorkspaceContext, id: string) => Promise<unknown>,
) {
  return {
    /** Published versions, newest first; a deleted record keeps its own. @throws 404 */
    versions: (
      ctx: WorkspaceContext,
      input: VersionPage & { id: string },
    ): Promise<List<Omit<VersionRow, 'content'>>> =>
      ctx.transaction(async (trx) => {
        const found = await listVersions(trx, place, ctx.workspace.id, input.id, input);
        if (found.meta.totalItems === 0) await existing(trx, ctx, input.id);
        return found;
      }),
    /** What one version says. @throws 404 */
    version: (ctx: WorkspaceContext, { id, v }: { id: string; v: number }) =>
      ctx.transaction(async (trx) => {
        const found = await findVersion(trx, place, ctx.workspace.id, id, v);
        if (!found) throw appError('NOT_FOUND');
        return { ...found, content: found.content as Content, ...({ [place.owner]: id } as Record<Owner, string>) };
      }),
    /** A version that is known to be there, inside the caller's transaction. */
    versionOf: async (trx: Trx, ctx: WorkspaceContext, id: string, version: number) => {
      const found = await findVersion(trx, place, ctx.workspace.id, id, version);
      if (!found) throw new Error(`${place.table}: ${id} has no version ${version}`);
      return { ...found, content: found.content as Content };
    },
  };
}

/** The service of a versioned record: that of an editable one, publishing, and its versions. */
export function versioned<
  Table extends VersionedTable,
  Versions extends VersionTable,
  Owner extends keyof DB[Versions] & string,
  Schema extends z.ZodObject,
  Found extends Versioned,
  Content,
  Checked = void,
  Options = unknown,
>(declaration: VersionedRecord<Table, Versions, Owner, Schema, Found, Content, Checked, Options>) {
  const { table, machine, events, versions, reopens } = declaration;
  const stateOf = ({ status }: Found): PublishStatus => status;
  const record = editable<Table, Schema, Found, Checked>({
    ...declaration,
    states: { machine, stateOf, ...(reopens && { reopens }) },
  });
  const workflow: Workflow<PublishMove<Table, Found, Content, Options>> = {
    table,
    machine,
    stateOf: ({ found }) => stateOf(found),
    ...(declaration.notDraft && { notOpen: ({ found }) => declaration.notDraft!(found) }),
    announce: ({ trx, actor, before }, event, { changes }) =>
      emit(trx, actor, { event, entityId: before.id, subject: declaration.subject(before.found), changes }),
    moves: {
      publish: {
        columns({ before: { found }, input: { frozen } }) {
          const columns: object = { ...frozen.columns, publishedVersion: found.publishedVersion + 1 };
          return columns as Updateable<DB[Table]>;
        },
        async effects({ trx, actor, before: { id, found }, input: { ctx, frozen, options } }) {
          const { workspaceId, personnelId: by, at } = actor;
          const version = found.publishedVersion + 1;
          const { content, versionColumns: columns } = frozen;
          await insertVersion(trx, versions, {
            workspaceId,
            recordId: id,
            version,
            content,
            by,
            at,
            ...(columns && { columns }),
          });
          await declaration.published?.(trx, ctx, id, { version, content: frozen.content }, options);
        },
        event: events.published,
        notice: ({ before: { found } }) => ({
          changes: [{ field: 'version', old: found.publishedVersion || null, new: found.publishedVersion + 1 }],
        }),
      },
    },
  };

  /** Publishes a record that the transaction has locked and read. */
  async function publishLocked(
    trx: Trx,
    ctx: WorkspaceContext,
    id: string,
    found: Found,
    options = {} as Options,
  ): Promise<void> {
    assertMove(actorOf(ctx), workflow, { id, found }, 'publish');
    const frozen = declaration.problems?.(found) ?? (await declaration.freeze(trx, ctx, id, found, options));
    if ('problems' in frozen) throw appError(frozen.code, { issues: [...frozen.problems] });
    // Only now is it published: after whatever was published with it.
    await transition(trx, actorOf(ctx), workflow, { id, found }, 'publish', { ctx, frozen, options });
  }

  return {
    ...record,
    publishLocked,
    /**
     * Freezes the draft as the next version. @throws 400 naming what is missing, 409 `staleEdit` with the newer record,
     * 409 `illegalMove` when there is no draft
     */
    publish: (ctx: WorkspaceContext, input: { id: string; rowVersion: number } & Options): Promise<Found> =>
      ctx.transaction(async (trx) => {
        const before = await record.locked(trx, ctx, input.id, input.rowVersion);
        await publishLocked(trx, ctx, input.id, before, input);
        return record.existing(trx, ctx, input.id);
      }),
    ...versionReader<Owner, Content>(versions, record.existing),
  };
}
