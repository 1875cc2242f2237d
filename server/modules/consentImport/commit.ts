import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { monthAfter, monthStart } from '../../../shared/months.ts';
import { CONSENT_IMPORT_KIND, type ConsentImportSummary } from '../../../shared/consentImport/schema.ts';
import { HOUR } from '../../../shared/duration.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { removeFile } from '../../platform/files/remove.ts';
import { ImportFailure, onDisk } from '../../platform/imports/context.ts';
import { uuidHead } from '../../platform/database/uuidTime.ts';
import { emit } from '../../platform/live/emit.ts';
import { type NewUserConsent, recordUserConsents, sealedIdentity } from '../userConsent/record.ts';
import { files } from './files.ts';
import type { Form } from './form.ts';
import { knownOf, submissionsOf } from './known.ts';
import { moveOn, note, type Step } from './queries.ts';
import { bare } from '../../platform/imports/sealed.ts';
import { type Candidate, type Chunk, count, nothingMet, walk } from './walk.ts';

/** Rows after which history blocks that have become wide are split. */
const CUT_AFTER = 20_000;
/** Rows that are sealed at once; the statements of the previous chunk go on in between. */
const SEALED_AT_ONCE = 500;
/** Older months have no partition of their own; their few rows share one. */
const MONTHS_BACK = 15 * 12;
/** SQLSTATE of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';
const MONTH = /^(\d{4})-(\d{2})$/;

/**
 * Writes what the check accepted, each chunk in a transaction that also stores the progress. After a node's end it
 * resumes after the last chunk: nothing is written twice, nothing is left out.
 */
export async function commit(step: Step, form: Form, key: WorkspaceKey): Promise<void> {
  const { ctx, stored, signal, progress } = step;
  const place = { workspaceId: ctx.workspace.id, consentId: form.id };
  const total = stored.summary.rows + stored.summary.skipped;
  const now = stored.summary.checkedAt ? new Date(stored.summary.checkedAt) : ctx.deps.now();
  let summary = stored.summary;
  // Started before: the counts so far are stored in the row.
  if (stored.total === null) {
    await ensureMonths(ctx, Object.keys(summary.months));
    summary = {
      ...summary,
      accepted: 0,
      unchanged: 0,
      actions: { ALL: 0, ACCEPT: 0, NONE: 0 },
      months: {},
      versions: {},
      from: null,
      to: null,
    };
    await ctx.transaction((trx) => note(trx, step, { summary, done: 0, total, rowsWritten: 0 }));
  }

  async function write({ candidates, read }: Chunk, sealed: readonly NewUserConsent[]): Promise<void> {
    const counted = structuredClone(summary);
    await ctx.transaction(async (trx) => {
      // Two imports of one form take turns: the second reads what the first has written.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${CONSENT_IMPORT_KIND} ${form.id}`}, 0))`.execute(trx);
      // A form that was empty has only rows of this import, each of them once.
      const own = (await submissionsOf(trx, place)) === summary.accepted;
      const known = own ? new Set<number>() : await knownOf(trx, place, candidates.map(choiceOf));
      const rows = sealed.filter((_row, index) => !known.has(index));
      if (rows.length > 0) {
        const recorded = await recordUserConsents(trx, { ...place, now: ctx.deps.now(), importId: stored.id, rows });
        if (recorded.some(({ outcome }) => outcome !== 'written')) throw new ImportFailure('formGone');
      }
      counted.unchanged += known.size;
      candidates.forEach((candidate, index) => known.has(index) || count(counted, candidate));
      await note(trx, step, { summary: counted, done: read, total, rowsWritten: read });
    });
    summary = counted;
    await progress(read, total);
  }

  const met = nothingMet();
  let writing = Promise.resolve();
  let uncut = 0;
  await onDisk(ctx, files.table, stored, async (file) => {
    for await (const chunk of walk(
      file,
      { form, stored, key, now, total, signal },
      { met, skip: stored.rowsWritten },
    )) {
      if (chunk.read <= stored.rowsWritten) continue;
      // Sealed while the previous chunk is written.
      const sealed = await sealedRows(chunk.candidates, key);
      await writing;
      uncut += sealed.length;
      if (uncut >= CUT_AFTER) {
        await cutBlocks(ctx, form);
        uncut = 0;
      }
      writing = write(chunk, sealed);
      // Awaited before the next; until then the reader may fail first.
      writing.catch(() => {});
    }
    await writing;
  });
  await cutBlocks(ctx, form);
  await ended(step, form, summary, total);
}

async function ended({ ctx, stored }: Step, form: Form, summary: ConsentImportSummary, total: number): Promise<void> {
  await moveOn({ ctx, stored }, 'finish', { summary, sheet: bare(stored.sheet), done: total, total }, async (trx) => {
    // The rows are stored in the form; the uploaded file names data subjects and is no longer needed.
    if (stored.fileId) await removeFile(trx, { workspaceId: ctx.workspace.id, fileId: stored.fileId });
    await emit(trx, actorOf(ctx), {
      event: 'consentImport.finished',
      entityId: stored.id,
      subject: form.name,
      changes: [{ field: 'submissions', old: null, new: summary.accepted }],
    });
    await emit(trx, actorOf(ctx), { event: 'userConsent.counted', entityId: form.id });
  });
}

const choiceOf = ({ uidHash: uid, moment: { at, span }, granted }: Candidate) => ({ uid, at, span, granted });

async function sealedRows(candidates: readonly Candidate[], key: WorkspaceKey): Promise<NewUserConsent[]> {
  const rows: NewUserConsent[] = [];
  for (const candidate of candidates) {
    if (rows.length % SEALED_AT_ONCE === 0) await setImmediate();
    rows.push(rowOf(candidate, key));
  }
  return rows;
}

function rowOf(candidate: Candidate, key: WorkspaceKey): NewUserConsent {
  const {
    order,
    uid,
    name,
    moment: { at },
    version: { version },
    action,
    granted,
    language,
    source,
    channel,
    guardian,
  } = candidate;
  const id = idOf(at, order);
  return {
    id,
    at,
    version,
    uid: candidate.uidHash,
    identity: sealedIdentity.seal(key, id, { uid, name, guardian }),
    action,
    granted,
    hasGuardian: guardian !== null,
    language,
    channel,
    source,
    knownBy: 'import',
  };
}

/**
 * A UUIDv7 of a moment whose next 24 bits are the row's place: of choices at the same moment, the lower row is the
 * later one.
 */
function idOf(at: Date, row: number): string {
  const hex = (value: number) => (value & 0xfff).toString(16).padStart(3, '0');
  // The last twelve digits of a random UUID are random; Node makes many of them at a time.
  return `${uuidHead(at.getTime())}-7${hex(row >> 12)}-8${hex(row)}-${randomUUID().slice(24)}`;
}

/** Splits history blocks that old rows have made wide, and makes open screens count again. */
const cutBlocks = (ctx: WorkspaceContext, form: Form): Promise<void> =>
  ctx.transaction(async (trx: Trx) => {
    await sql`select split_consent_blocks(${ctx.workspace.id}, ${form.id})`.execute(trx);
    await emit(trx, actorOf(ctx), { event: 'userConsent.counted', entityId: form.id });
  });

/**
 * Creates partitions for the months of the rows, a few at a time, since each blocks other writers for a moment. Where a
 * long reader such as a backup is in the way, the rows of this month and the later ones share a partition: submissions
 * of all forms would wait for every further attempt.
 */
async function ensureMonths(ctx: WorkspaceContext, months: readonly string[]): Promise<void> {
  const today = ctx.deps.now();
  const oldest = today.getUTCFullYear() * 12 + today.getUTCMonth() - MONTHS_BACK;
  for (const month of months.toSorted()) {
    const [, year, number] = MONTH.exec(month) ?? [];
    if (!year || Number(year) * 12 + Number(number) - 1 < oldest) continue;
    // A month in Bangkok starts in the previous month in UTC, by which partitions are split.
    const since = new Date(monthStart(month));
    const until = new Date(Date.parse(monthStart(monthAfter(month, 1))) - HOUR);
    try {
      await ctx.transaction((trx) => sql`select ensure_user_consent_months(${since}, ${until})`.execute(trx));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      ctx.deps.log.warn({ month }, 'a partition for imported consents could not be created: the table is in use');
      return;
    }
  }
}
