import { BinaryRow, binaryRows } from '../../../db/binaryRows.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';
import { type OpenedRows, type RowsOpener, rowsOpener } from '../../platform/crypto/rowsOpener.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { type FormVersion, namesAll, versionsOf } from './forms.ts';
import { type Identity, sealedIdentity } from './record.ts';
import type { ExportJob } from '../../platform/exports/maker.ts';
import { rowsAfter } from './walk.ts';

/** Facts that many submissions share; one object for all of them. */
export interface SubmissionKind {
  readonly version: FormVersion;
  readonly granted: number;
  readonly changed: boolean;
  readonly action: ConsentAction;
  readonly language: string;
  readonly channel: string;
  readonly knownBy: KnownBy | null;
  readonly source: string;
}

/** A submission for an export. */
export interface ExportedRow {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly identity: Identity;
  readonly kind: SubmissionKind;
}

/** Of the columns that `copied` selects. */
const FIELD = {
  id: 0,
  at: 1,
  identity: 2,
  version: 3,
  granted: 4,
  changed: 5,
  action: 6,
  language: 7,
  channel: 8,
  knownBy: 9,
  source: 10,
} as const;
/** Rows that are fetched at a time, and rows that are decrypted at a time. */
const PAGE = 5000;
const GROUP = 500;
/** Sources without a number are any text: each has its own kind. */
const KIND_CACHE_SIZE = 5000;

type Job = Pick<ExportJob, 'transaction' | 'copy' | 'deps' | 'workspace'>;
interface Reading {
  readonly consentId: string;
  readonly key: WorkspaceKey;
  readonly narrow: Parameters<typeof rowsAfter>[0];
  /** Id of the submission after which it starts; undefined for the first. */
  readonly after: string | undefined;
  /** Whether rows are used faster than they are opened: another thread opens them then. */
  readonly isFast: boolean;
}

/** A page of rows, with its identities as texts where another thread has opened them. */
interface Page {
  readonly rows: Buffer;
  readonly identities: OpenedRows;
}

/** The submissions of a form, some at a time: while some are written, the next page is opened and another fetched. */
export async function* pagesOfSubmissions(job: Job, reading: Reading): AsyncGenerator<ExportedRow[]> {
  const kindOf = kindReader(job, reading.consentId);
  let opener: RowsOpener | undefined;
  const opened = async (rows: Buffer, isLast: boolean): Promise<Page> => {
    // A thread is not started for one page.
    if (!reading.isFast || (!opener && isLast)) return { rows, identities: null };
    opener ??= rowsOpener(reading.key, sealedIdentity, { id: FIELD.id, sealed: FIELD.identity, group: GROUP });
    return { rows, identities: await opener.open(rows) };
  };
  try {
    let waiting: Promise<Page> | undefined;
    for await (const { rows, isLast } of pages(job, reading)) {
      const next = opened(rows, isLast);
      // The consumer may stop before it is awaited.
      next.catch(() => {});
      if (waiting) yield* groupsOf(await waiting, reading.key, kindOf);
      waiting = next;
    }
    if (waiting) yield* groupsOf(await waiting, reading.key, kindOf);
  } finally {
    await opener?.close();
  }
}

/** Pages as they are stored; the next one is fetched while one is used. */
async function* pages(job: Job, { narrow, after }: Reading): AsyncGenerator<{ rows: Buffer; isLast: boolean }> {
  const read = (last: string | undefined) => job.copy(rowsAfter(narrow, last, PAGE).compile(job.deps.db));
  let next: Promise<Buffer> | undefined = read(after);
  while (next) {
    const rows: Buffer = await next;
    const { count, id: last } = endOf(rows);
    next = count < PAGE ? undefined : read(last);
    // The consumer may stop before it is read.
    next?.catch(() => {});
    yield { rows, isLast: next === undefined };
  }
}

/** The submissions of a page, few at a time, so that they are released before the next garbage collection. */
async function* groupsOf(
  { rows: page, identities }: Page,
  key: WorkspaceKey,
  kindOf: ReturnType<typeof kindReader>,
): AsyncGenerator<ExportedRow[]> {
  let group: readonly Identity[] = [];
  let rows: ExportedRow[] = [];
  let groups = 0;
  for (const row of binaryRows(page)) {
    if (rows.length === 0 && identities) group = JSON.parse(identities[groups++]!) as Identity[];
    const id = row.ascii(FIELD.id);
    const identity = group[rows.length] ?? sealedIdentity.open(key, id, row.bytes(FIELD.identity));
    // Only the first row of a version has to wait.
    const known = kindOf(row);
    rows.push({ id, at: row.moment(FIELD.at), identity, kind: known instanceof Promise ? await known : known });
    if (rows.length < GROUP) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** The number of rows of a page, and the id of the last one. */
function endOf(page: Buffer): { count: number; id: string | undefined } {
  const row = new BinaryRow(page);
  let count = 0;
  while (row.next()) count += 1;
  return { count, id: count > 0 ? row.ascii(FIELD.id) : undefined };
}

/** Finds the kind of a row; a promise where its version has to be read first. */
function kindReader(job: Job, consentId: string): (row: BinaryRow) => SubmissionKind | Promise<SubmissionKind> {
  const kinds = new Map<string, SubmissionKind>();
  const versions = new Map<number, FormVersion>();
  const readVersion = async (version: number, granted: number): Promise<FormVersion> => {
    const ws = job.workspace.id;
    const found = await job.transaction((trx) => versionsOf(trx, ws, [{ consentId, version, granted }]));
    versions.set(version, found(consentId, version));
    return found(consentId, version);
  };
  const kindWith = (row: BinaryRow, name: string, version: FormVersion): SubmissionKind => {
    const kind = {
      version,
      granted: row.bigint(FIELD.granted),
      changed: row.boolean(FIELD.changed),
      action: row.text(FIELD.action) as ConsentAction,
      language: row.text(FIELD.language),
      channel: row.text(FIELD.channel),
      knownBy: row.isNull(FIELD.knownBy) ? null : (row.text(FIELD.knownBy) as KnownBy),
      source: row.text(FIELD.source),
    };
    if (kinds.size >= KIND_CACHE_SIZE) kinds.clear();
    kinds.set(name, kind);
    return kind;
  };
  return (row) => {
    const name = row.restFrom(FIELD.version);
    const kind = kinds.get(name);
    if (kind) return kind;
    const number = row.integer(FIELD.version);
    const granted = row.bigint(FIELD.granted);
    const version = versions.get(number);
    return version && namesAll(version, granted)
      ? kindWith(row, name, version)
      : readVersion(number, granted).then((read) => kindWith(row, name, read));
  };
}
