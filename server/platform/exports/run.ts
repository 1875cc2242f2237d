import path from 'node:path';
import { EXPORT_KINDS, type ExportKind, type ExportRule } from '../../../shared/export/schema.ts';
import { displayName } from '../../../shared/file.ts';
import type { WithDeps } from '../actor.ts';
import { type Deps, transact } from '../trpc/context.ts';
import { asAppError } from '../errors.ts';
import { removeFile } from '../files/remove.ts';
import { attachGenerated, storeSealed } from '../files/service.ts';
import { transitionIfOpen } from '../workflow/workflow.ts';
import { seesRequestedOnly } from './access.ts';
import { type FinishedPart, partPath, removeLeftovers } from './checkpoint.ts';
import { exportDocument } from './files.ts';
import { jobOf } from './job.ts';
import { ExportProblem } from './maker.ts';
import * as states from './states.ts';
import { exportWorkflow } from './workflow.ts';
import { leftoverFor, MEDIA, partOf, workshop, write } from './writing.ts';

/** One that took a node down so often is not started again by itself. */
const MAX_ATTEMPTS = 3;
const LONGEST_NAME = 200;

/**
 * Makes one export, from waiting to done or failed. Its failure is written to the row.
 * @throws what a second try may mend: the node stops, the database or the file store is away
 */
export async function runExport(deps: Deps, workspaceId: string, exportId: string, signal: AbortSignal): Promise<void> {
  const claim = await transact(deps, { workspaceId }, (trx) => states.start(trx, deps, workspaceId, exportId));
  if (!claim) return;
  const folder = workshop(deps.config.dataDir);
  if (claim.attempts > MAX_ATTEMPTS) {
    if (await failed(deps, claim, new ExportProblem('interrupted'))) await removeLeftovers(folder, exportId);
    return;
  }
  const part = await partOf(deps, workspaceId, exportId);
  let finished = false;
  let goesOn = false;
  try {
    const job = await jobOf(deps, claim, signal);
    const maker = await deps.modules.exports.get(claim.kind)?.();
    if (!maker) throw new ExportProblem('unknownKind');
    const ready = { ...job, position: null, mark: () => {}, input: await maker.input.parseAsync(claim.input) };
    goesOn = maker.resumes !== undefined;
    let written: FinishedPart;
    try {
      written = await write(part, maker, ready, await leftoverFor(maker, ready, part));
    } finally {
      await job.settled();
    }
    const name = `${[...maker.fileName(ready)].slice(0, LONGEST_NAME).join('')}.${claim.format}`;
    const { file, size, sha256 } = written;
    const facts = { workspaceId, uploadedBy: claim.requestedBy, name, type: MEDIA[ready.format], size, sha256 };
    goesOn = false;
    await storeSealed(deps, facts, file);
    finished = await done(deps, claim, {
      fileId: part.fileId,
      fileName: displayName(name),
      allRecords: !seesRequestedOnly(job, claim.kind),
    });
  } catch (error) {
    if (signal.aborted || (isAway(error) && claim.attempts < MAX_ATTEMPTS)) {
      // A node that stops in good order is no failed attempt.
      const attempts = signal.aborted ? claim.attempts - 1 : claim.attempts;
      await transact(deps, { workspaceId }, (trx) =>
        transitionIfOpen(trx, actorOf(deps, claim), exportWorkflow, claim, 'giveBack', { attempts }),
      ).catch(() => {});
      throw error;
    }
    goesOn = false;
    // A run that was taken over has only its own file to remove: its successor writes to another.
    if (await failed(deps, claim, isAway(error) ? new ExportProblem('unavailable', { cause: error }) : error))
      await removeLeftovers(folder, exportId);
  } finally {
    // What a later run can go on from stays for a day (sweepWorkshop). Another run's file is only ours to remove once
    // all is done.
    if (finished) await removeLeftovers(folder, exportId);
    else if (!goesOn) await removeLeftovers(folder, path.basename(partPath(part)));
  }
}

/** A run ends in the name of whoever requested the export. */
const actorOf = (deps: Deps, { workspaceId, requestedBy }: states.Claim): WithDeps => ({
  deps,
  workspaceId,
  personnelId: requestedBy,
  at: deps.now(),
});

/** Whether the database or the file store does not answer just now. */
const isAway = (error: unknown): boolean => asAppError(error)?.status === 'SERVICE_UNAVAILABLE';

/** Whether this run's file is the one that counts. */
async function done(
  deps: Deps,
  claim: states.Claim,
  result: { fileId: string; fileName: string; allRecords: boolean },
): Promise<boolean> {
  const { workspaceId, id } = claim;
  const { fileId } = result;
  const finished = await transact(deps, { workspaceId }, async (trx) => {
    const actor = actorOf(deps, claim);
    if (!(await transitionIfOpen(trx, actor, exportWorkflow, claim, 'finish', result))) return false;
    // Of a record that keeps its newest exports, the file stays as long as its row.
    const at = keepsFew(claim) ? null : actor.at;
    await attachGenerated(trx, exportDocument, { workspaceId, ownerId: id, fileId, at });
    return true;
  });
  // Another run has taken it over: its file counts, ours is swept.
  if (!finished) {
    deps.log.info({ exportId: id }, 'an export was made twice; the other one is kept');
    return false;
  }
  deps.log.info({ exportId: id, kind: claim.kind, format: claim.format }, 'an export is done');
  if (keepsFew(claim))
    await removeOutdated(deps, claim).catch((error: unknown) =>
      deps.log.warn({ err: error, exportId: id }, 'older exports could not be removed; the next one tries again'),
    );
  return true;
}

/** Removes the exports of a record, with their files, that are older than the newest ones which are kept. */
export function removeOutdated(
  deps: Deps,
  of: Pick<states.Claim, 'workspaceId' | 'kind' | 'subjectId'>,
): Promise<void> {
  return transact(deps, { workspaceId: of.workspaceId }, async (trx) => {
    for (const old of await states.outdated(trx, of)) {
      await states.remove(trx, of.workspaceId, old.id);
      if (old.fileId) await removeFile(trx, { workspaceId: of.workspaceId, fileId: old.fileId });
    }
  });
}

/** Whether only the newest exports of the record are kept. */
const keepsFew = ({ kind }: states.Claim): boolean =>
  (EXPORT_KINDS[kind as ExportKind] as ExportRule).keepsNewest === true;

/** Writes why an export failed. @returns false where another run has taken it over, or it has ended */
async function failed(deps: Deps, claim: states.Claim, error: unknown): Promise<boolean> {
  const { workspaceId, id } = claim;
  const code = error instanceof ExportProblem ? error.code : 'failed';
  deps.log.error({ err: error, exportId: id, kind: claim.kind, format: claim.format, code }, 'an export failed');
  const after = await transact(deps, { workspaceId }, (trx) =>
    transitionIfOpen(trx, actorOf(deps, claim), exportWorkflow, claim, 'fail', { errorCode: code }),
  );
  return after !== undefined;
}
