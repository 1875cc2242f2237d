import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { ExportKind, ListExports } from '../../../shared/export/schema.ts';
import { OPEN_EXPORTS } from '../../../shared/export/status.ts';
import type { List } from '../../../shared/list.ts';
import { containing, pageOf } from '../list/list.ts';

const select = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('exports as e')
    .innerJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'e.workspaceId').onRef('p.id', '=', 'e.requestedBy'),
    )
    .leftJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'e.workspaceId').onRef('f.id', '=', 'e.fileId'))
    .where('e.workspaceId', '=', workspaceId);

const COLUMNS = [
  'e.id',
  'e.kind',
  'e.format',
  'e.locale',
  'e.subjectId',
  'e.subject',
  'e.status',
  'e.done',
  'e.total',
  'e.attempts',
  'e.errorCode',
  'e.createdAt',
  'e.startedAt',
  'e.finishedAt',
  'e.clearedAt',
  'e.requestedBy',
  'e.allRecords',
  'p.name as requester',
  'f.id as fileId',
  'e.fileName',
  'f.size as fileSize',
] as const;

/** An export with its file and who asked for it. */
export type ExportRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export const find = (trx: Trx, workspaceId: string, exportId: string) =>
  select(trx, workspaceId).select(COLUMNS).where('e.id', '=', exportId).executeTakeFirst();

/** Who reads a list, and the kinds of which they see what they requested of their own records alone. */
interface ListReader {
  readonly personnelId: string;
  readonly requested: readonly ExportKind[];
}

/** A page of the exports of `kinds` that the reader sees, without those that they took off their list. */
export function listRows(
  trx: Trx,
  workspaceId: string,
  kinds: readonly ExportKind[],
  input: ListExports,
  { personnelId, requested }: ListReader,
): Promise<List<ExportRow>> {
  let filtered = select(trx, workspaceId)
    .where('e.kind', 'in', kinds.length > 0 ? [...kinds] : [''])
    .where((eb) => eb.or([eb('e.clearedAt', 'is', null), eb('e.requestedBy', '<>', personnelId)]));
  if (requested.length > 0)
    filtered = filtered.where((eb) =>
      eb.or([
        eb('e.kind', 'not in', [...requested]),
        eb.and([eb('e.requestedBy', '=', personnelId), eb('e.allRecords', '=', false)]),
      ]),
    );
  if (input.kind !== 'ALL') filtered = filtered.where('e.kind', '=', input.kind);
  if (input.status !== 'ALL') filtered = filtered.where('e.status', '=', input.status);
  if (input.mine) filtered = filtered.where('e.requestedBy', '=', personnelId);
  if (input.subjectId) filtered = filtered.where('e.subjectId', '=', input.subjectId);
  if (input.query) {
    const words = containing(input.query);
    filtered = filtered.where((eb) =>
      eb.or([eb('e.subject', 'ilike', words), eb('e.fileName', 'ilike', words), eb('p.name', 'ilike', words)]),
    );
  }
  const sort = {
    createdAt: sql.ref('e.createdAt'),
    finishedAt: sql.ref('e.finishedAt'),
    kind: sql.ref('e.kind'),
    status: sql.ref('e.status'),
  };
  // A left join's table may be null, which the paging's own type does not foresee and does not mind.
  return pageOf(filtered as never, input, () => filtered.select(COLUMNS) as never, sort, sql.ref('e.id')) as Promise<
    List<ExportRow>
  >;
}

/** The newest exports of one record, those taken off a list too; `requestedBy`: of one person's own records. */
export const latestOf = (
  trx: Trx,
  workspaceId: string,
  { kind, subjectId, requestedBy }: { kind: ExportKind; subjectId: string; requestedBy: string | undefined },
  count: number,
): Promise<ExportRow[]> =>
  select(trx, workspaceId)
    .select(COLUMNS)
    .$if(requestedBy !== undefined, (query) =>
      query.where('e.requestedBy', '=', requestedBy!).where('e.allRecords', '=', false),
    )
    .where('e.kind', '=', kind)
    .where('e.subjectId', '=', subjectId)
    .orderBy('e.createdAt', 'desc')
    .orderBy('e.id', 'desc')
    .limit(count)
    .execute();

/** Exports that a person has waiting or running. */
export async function openOf(trx: Trx, workspaceId: string, personnelId: string): Promise<number> {
  const row = await trx
    .selectFrom('exports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('requestedBy', '=', personnelId)
    .where('status', 'in', OPEN_EXPORTS)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export interface NewExport {
  workspaceId: string;
  id: string;
  kind: string;
  format: string;
  locale: string;
  subjectId: string | null;
  subject: string;
  input: unknown;
  requestedBy: string;
  /** Of the key of the program that asked for it; left out: a person did. */
  scopes?: readonly string[] | undefined;
  at: Date;
}

export async function insert(trx: Trx, { at, input, scopes, ...row }: NewExport): Promise<void> {
  await trx
    .insertInto('exports')
    .values({ ...row, scopes: scopes ? [...scopes] : null, input: JSON.stringify(input), createdAt: at })
    .execute();
}
