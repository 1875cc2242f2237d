import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { EXPORT_KINDS, type ExportFormat, type ExportKind } from '../../shared/export.ts';
import { type Deps, transact } from '../context.ts';
import { asAppError } from '../errors.ts';
import { attachMade, keepMade, removeFile } from '../files/service.ts';
import { emit } from '../live/emit.ts';
import { jobOf } from './job.ts';
import { makerOf } from './kinds.ts';
import { ExportProblem } from './maker.ts';
import * as states from './states.ts';

const MEDIA: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  ttl: 'text/turtle; charset=utf-8',
  jsonld: 'application/ld+json; charset=utf-8',
};
/** One that took a node down so often is not begun again by itself. */
export const MAX_ATTEMPTS = 3;
const LONGEST_NAME = 200;

/** Where documents are while they are made. What a killed node leaves there goes a day later. */
export const workshop = (dataDir: string): string => path.join(dataDir, 'exports');

/**
 * Makes one export, from waiting to done or failed. Failures of the making are told in the row.
 * @throws what a second try may mend: the node stops, the database or the file store is away
 */
export async function runExport(deps: Deps, workspaceId: string, exportId: string, signal: AbortSignal): Promise<void> {
  const claim = await transact(deps, { workspaceId }, (trx) => states.begin(trx, workspaceId, exportId, deps.now()));
  if (!claim) return;
  if (claim.attempts > MAX_ATTEMPTS) return failed(deps, claim, new ExportProblem('interrupted'));
  const part = path.join(workshop(deps.config.dataDir), `${exportId}-${claim.attempts}.part`);
  try {
    const job = await jobOf(deps, claim, signal);
    const maker = await makerOf(claim.kind);
    if (!maker) throw new ExportProblem('unknownKind');
    const ready = { ...job, input: await maker.input.parseAsync(claim.input) };
    let made: Made;
    try {
      made = await write(part, await maker.make(ready), job.signal);
    } finally {
      await job.settled();
    }
    const name = `${[...maker.fileName(ready)].slice(0, LONGEST_NAME).join('')}.${claim.format}`;
    const facts = { workspaceId, uploadedBy: claim.requestedBy, name, type: MEDIA[ready.format], ...made, unattached: true };
    await done(deps, claim, (await keepMade(deps, facts, createReadStream(part))).id);
  } catch (error) {
    if (signal.aborted || (isAway(error) && claim.attempts < MAX_ATTEMPTS)) {
      // A node that stops in good order is no failed attempt.
      await transact(deps, { workspaceId }, (trx) => states.giveBack(trx, claim, signal.aborted ? claim.attempts - 1 : claim.attempts)).catch(() => {});
      throw error;
    }
    await failed(deps, claim, isAway(error) ? new ExportProblem('unavailable', { cause: error }) : error);
  } finally {
    await rm(part, { force: true });
  }
}

interface Made {
  size: number;
  sha256: string;
}

/** Writes the document to a file of its own as it comes, and measures it. */
async function write(file: string, source: AsyncIterable<Uint8Array> | Uint8Array, signal: AbortSignal): Promise<Made> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(file, 'w', 0o600);
  try {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      signal.throwIfAborted();
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  signal.throwIfAborted();
  return { size, sha256: hash.digest('hex') };
}

/** Whether the database or the file store does not answer just now. */
const isAway = (error: unknown): boolean => asAppError(error)?.status === 'SERVICE_UNAVAILABLE';

async function done(deps: Deps, claim: states.Claim, fileId: string): Promise<void> {
  const { workspaceId, id } = claim;
  const finished = await transact(deps, { workspaceId }, async (trx) => {
    if (!(await states.finish(trx, claim, fileId, deps.now()))) return false;
    await attachMade(trx, { workspaceId, fileId });
    await emit(trx, { workspaceId, actorId: claim.requestedBy, at: deps.now() }, { event: 'export.finished', entityId: id, subject: claim.subject, recipients: [claim.requestedBy] });
    return true;
  });
  // Another run has taken it over: its file counts, ours is swept.
  if (!finished) return deps.log.info({ exportId: id }, 'an export was made twice; the other one is kept');
  deps.log.info({ exportId: id, kind: claim.kind, format: claim.format }, 'an export is done');
  if (!keepsFew(claim)) return;
  await removeOutdated(deps, claim).catch((error: unknown) => deps.log.warn({ err: error, exportId: id }, 'older exports could not be removed; the next one tries again'));
}

/** Removes the exports of a record, with their files, that are older than the newest ones which are kept. */
export function removeOutdated(deps: Deps, of: Pick<states.Claim, 'workspaceId' | 'kind' | 'subjectId'>): Promise<void> {
  return transact(deps, { workspaceId: of.workspaceId }, async (trx) => {
    for (const old of await states.outdated(trx, of)) {
      await states.remove(trx, of.workspaceId, old.id);
      if (old.fileId) await removeFile(trx, deps, { workspaceId: of.workspaceId, fileId: old.fileId });
    }
  });
}

/** Whether only the newest exports of the record are kept: those of an application and of the whole record of processing. */
const keepsFew = ({ kind }: states.Claim): boolean => kind === 'ropa' || 'of' in EXPORT_KINDS[kind as ExportKind];

async function failed(deps: Deps, claim: states.Claim, error: unknown): Promise<void> {
  const { workspaceId, id } = claim;
  const code = error instanceof ExportProblem ? error.code : 'failed';
  deps.log.error({ err: error, exportId: id, kind: claim.kind, format: claim.format, code }, 'an export failed');
  await transact(deps, { workspaceId }, async (trx) => {
    if (!(await states.fail(trx, claim, code, deps.now()))) return;
    await emit(trx, { workspaceId, actorId: claim.requestedBy, at: deps.now() }, { event: 'export.failed', entityId: id, subject: claim.subject, recipients: [claim.requestedBy] });
  });
}
