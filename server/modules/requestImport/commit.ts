import type { Trx } from '../../../db/client.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { RequestImportSummary } from '../../../shared/requestImport/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { removeFile } from '../../platform/files/remove.ts';
import { translate } from '../../platform/i18n.ts';
import { ImportFailure, onDisk } from '../../platform/imports/context.ts';
import { bare } from '../../platform/imports/sealed.ts';
import { emit } from '../../platform/live/emit.ts';
import { updateScores } from '../completeness/service.ts';
import * as requests from '../request/service.ts';
import { checkRows, count, nothingWritten } from './check.ts';
import { files } from './files.ts';
import type { Form } from './form.ts';
import { moveOn, note, type Step } from './queries.ts';
import { readRows } from './read.ts';
import type { Candidate } from './reader.ts';

/** Requests that are written together: anybody else who enters one waits that long for a number. */
const CHUNK = 10;

/**
 * Writes what the check accepted, a few requests in one transaction that also stores the progress. After a node's end
 * it resumes after the last one; a form has one request for each reference, across all imports.
 * @throws ImportFailure `changed` where the form or its people differ from those of the check
 */
export async function commit(step: Step, form: Form, key: WorkspaceKey): Promise<void> {
  const { ctx, stored, signal, progress } = step;
  const now = stored.summary.checkedAt ? new Date(stored.summary.checkedAt) : ctx.deps.now();
  const rows = await onDisk(ctx, files.table, stored, (file) => readRows(file, stored.sheet, signal));
  const { candidates, rejectedHash } = checkRows(rows, { form, stored, now });
  const { rejectedHash: checkedHash } = stored.summary;
  if (checkedHash !== null && checkedHash !== rejectedHash) throw new ImportFailure('changed');
  let { summary } = stored;
  // Started before: its counts are stored in the row.
  if (stored.total === null) {
    const { rows: all, rejected, skipped, problems, checkedAt } = summary;
    summary = nothingWritten({ rows: all, rejected, skipped, problems, checkedAt, rejectedHash: checkedHash });
    await ctx.transaction((trx) => note(trx, step, { summary, done: 0, total: rows.length, rowsWritten: 0 }));
  }
  const left = candidates.filter(({ place }) => place >= stored.rowsWritten);
  for (let from = 0; from < left.length; from += CHUNK) {
    signal.throwIfAborted();
    const chunk = left.slice(from, from + CHUNK);
    const behind = chunk.at(-1)!.place + 1;
    const counted = structuredClone(summary);
    await ctx.transaction(async (trx) => {
      await write(trx, step, { form, key, rows: chunk.map(({ row }) => row), summary: counted, now });
      await note(trx, step, { summary: counted, done: behind, total: rows.length, rowsWritten: behind });
    });
    summary = counted;
    await progress(behind, rows.length);
  }
  await end(step, form, summary, rows.length);
}

interface Chunk {
  form: Form;
  key: WorkspaceKey;
  rows: readonly Candidate[];
  /** Counts of written requests, increased here. */
  summary: RequestImportSummary;
  now: Date;
}

async function write(trx: Trx, { ctx }: Step, { form, key, rows, summary, now }: Chunk): Promise<void> {
  const workspaceId = ctx.workspace.id;
  // Two imports take turns: the second reads what the first has written.
  await oneAtATime(trx, workspaceId, 'request.number');
  const references = rows.map(({ reference }) => reference);
  const known = await requests.importedOf(trx, { workspaceId, key, requestFormId: form.id }, references);
  for (const row of rows) {
    if (known.has(row.reference)) {
      summary.unchanged += 1;
      continue;
    }
    const { receivedAt, language, subject, ageBand, guardian, rights, reference } = row;
    await requests.importRequest(
      trx,
      actorOf(ctx),
      {
        form,
        receivedAt,
        language,
        country: 'TH',
        subject,
        ageBand,
        guardian,
        rights,
        before: { reference, verifiedAt: row.verifiedAt ?? receivedAt },
      },
      stateOf(row, ctx.personnel.id, ctx.locale),
    );
    count(summary, row, form, now);
  }
  // The record of processing states what was refused.
  if (rows.some(({ stage, reference }) => stage === 'CLOSED' && !known.has(reference)))
    await updateScores(trx, workspaceId, [form.content.application.id]);
}

/** The state of a row; missing people of an answered one are replaced by the importing person. */
function stateOf(row: Candidate, importerId: string, locale: Locale): requests.ImportedState {
  const { stage, assigneeId, closedAt, groundCode } = row;
  const reason = row.resolution || translate(locale, 'requestImport:closedElsewhere');
  if (stage === 'WORK') return { stage, assigneeId: assigneeId! };
  if (stage === 'COMPLETE') return { stage, assigneeId: assigneeId ?? importerId, closedAt: closedAt!, reason };
  if (stage === 'CLOSED') return { stage, groundCode: groundCode!, closedAt: closedAt!, reason };
  return { stage };
}

async function end({ ctx, stored }: Step, form: Form, summary: RequestImportSummary, total: number): Promise<void> {
  await moveOn({ ctx, stored }, 'finish', { summary, sheet: bare(stored.sheet), done: total, total }, async (trx) => {
    // The rows are stored as requests; the uploaded file names data subjects and is no longer needed.
    if (stored.fileId) await removeFile(trx, { workspaceId: ctx.workspace.id, fileId: stored.fileId });
    await emit(trx, actorOf(ctx), {
      event: 'requestImport.finished',
      entityId: stored.id,
      subject: form.name,
      changes: [{ field: 'requests', old: null, new: summary.accepted }],
    });
  });
}
