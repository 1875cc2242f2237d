import { BinaryRow, binaryRows } from '../../../db/binaryRows.ts';
import type { ConsentAction, KnownBy } from '../../../shared/userConsent/schema.ts';
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
}

/** The submissions of a form, some at a time; the next page is fetched while one is written. */
export async function* pagesOfSubmissions(
  job: Job,
  { consentId, key, narrow, after }: Reading,
): AsyncGenerator<ExportedRow[]> {
  const read = (last: string | undefined) => job.copy(rowsAfter(narrow, last, PAGE).compile(job.deps.db));
  const kindOf = kindReader(job, consentId);
  let next: Promise<Buffer> | undefined = read(after);
  while (next) {
    const page: Buffer = await next;
    const { count, id: last } = endOf(page);
    next = count < PAGE ? undefined : read(last);
    // The consumer may stop before it is read.
    next?.catch(() => {});
    // Few at a time, so that they are released before the next garbage collection would retain them.
    let rows: ExportedRow[] = [];
    for (const row of binaryRows(page)) {
      const id = row.ascii(FIELD.id);
      // Only the first row of a version has to wait.
      const known = kindOf(row);
      const kind = known instanceof Promise ? await known : known;
      rows.push({
        id,
        at: row.moment(FIELD.at),
        identity: sealedIdentity.open(key, id, row.bytes(FIELD.identity)),
        kind,
      });
      if (rows.length < GROUP) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
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
