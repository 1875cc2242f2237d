import { createHash, randomUUIDv7 } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Trx } from '../../../db/client.ts';
import type { AnswerFailure } from '../../../shared/requestAnswer/schema.ts';
import { systemActor } from '../../platform/actor.ts';
import { asAppError } from '../../platform/errors.ts';
import { renderHtml } from '../../platform/documents/html.ts';
import { ExportProblem } from '../../platform/exports/maker.ts';
import { pdfOf } from '../../platform/exports/pdf.ts';
import { attachGenerated, readStored, storeGenerated } from '../../platform/files/service.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { isOpen, transition } from '../../platform/workflow/workflow.ts';
import * as requests from '../request/rows.ts';
import { announceAnswer } from './announce.ts';
import { mailReady } from './mailReady.ts';
import { encryptedZip } from './archive.ts';
import { packageFile } from './files.ts';
import { letterOf } from './letter.ts';
import { BuildProblem, collect } from './collect.ts';
import * as queries from './queries.ts';
import { assertClean } from './redaction/redact.ts';
import { type Box, type PackedFile, sealedContents } from './sealed.ts';
import { answerWorkflow } from './workflow.ts';

/** Attempts after which a package that stopped its node is not built again automatically. */
const MAX_ATTEMPTS = 3;

interface Content {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** The id of a stored file. */
  readonly fileId?: string;
}

/**
 * Builds the package of an answer, until it is ready or has failed. The queue starts a run again whose node stopped:
 * nothing of it is stored before everything is.
 * @throws errors for which the job is tried again: the node stops, the database or the file store does not answer
 */
export async function buildPackage(deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<void> {
  const run = { workspaceId, id, runId: randomUUIDv7(), signal };
  const attempts = await transact(deps, run, (trx) => claimRun(trx, deps, run));
  if (attempts === undefined) return;
  try {
    if (attempts > MAX_ATTEMPTS) throw new BuildProblem('interrupted');
    await build(deps, run);
  } catch (error) {
    const problem = problemOf(error);
    // As with exports: a file store that is away is tried again, not for ever.
    const isTriedAgain = problem === null || (problem === 'unavailable' && attempts < MAX_ATTEMPTS);
    if (signal.aborted || isTriedAgain) {
      // A node that stops in good order is no failed attempt.
      const counted = signal.aborted ? attempts - 1 : attempts;
      await transact(deps, run, (trx) => giveBack(deps, trx, run, counted)).catch(() => {});
      throw error;
    }
    deps.log.warn({ err: error, answerId: id }, 'a package could not be made');
    await transact(deps, run, (trx) => fail(deps, trx, run, problem));
  }
}

function problemOf(error: unknown): AnswerFailure | null {
  if (error instanceof BuildProblem) return error.failure;
  if (error instanceof ExportProblem) return 'tooLarge';
  const known = asAppError(error);
  if (known?.problem.code === 'file.storeAway') return 'unavailable';
  return known && ['file.missing', 'file.damaged', 'file.notFound'].includes(known.problem.code ?? '')
    ? 'fileMissing'
    : null;
}

/** A run of the job. Recalled and released again, an answer has another one, while this one may still be going on. */
interface Run {
  readonly workspaceId: string;
  readonly id: string;
  readonly runId: string;
  readonly signal: AbortSignal;
}

/**
 * Starts a waiting answer, or one that another node did not finish. @returns how often its release was started;
 * undefined where nothing is to be built
 */
async function claimRun(trx: Trx, deps: Deps, { workspaceId, id, runId }: Run): Promise<number | undefined> {
  const row = await queries.locked(trx, workspaceId, id);
  if (!row || !isOpen(answerWorkflow, row, 'build')) return undefined;
  await transition(trx, systemActor(deps, workspaceId), answerWorkflow, row, 'build', { runId });
  return row.attempts + 1;
}

/** The answer, locked, while this run builds it; undefined once it is recalled, or another run builds it. */
async function builtBy(trx: Trx, { workspaceId, id, runId }: Run): Promise<queries.AnswerRow | undefined> {
  const row = await queries.locked(trx, workspaceId, id);
  return row?.status === 'BUILDING' && row.runId === runId ? row : undefined;
}

/**
 * The same with its request, which is locked first as elsewhere: a correction that goes on is waited for, so that
 * nothing is mailed to an address that it replaces.
 */
async function builtWithRequest(trx: Trx, run: Run): Promise<queries.AnswerRow | undefined> {
  const requestId = await queries.requestOf(trx, run.workspaceId, run.id);
  if (requestId === undefined) return undefined;
  await requests.lock(trx, run.workspaceId, requestId);
  return builtBy(trx, run);
}

async function build(deps: Deps, run: Run): Promise<void> {
  const { workspaceId, id, signal } = run;
  const { password, facts, sources } = await transact(deps, run, async (trx) =>
    collect(deps, trx, workspaceId, await builtBy(trx, run)),
  );
  const attachments: Content[] = [];
  for (const { name, file, boxes } of sources) {
    signal.throwIfAborted();
    const bytes = await buffer(await readStored(deps, file));
    if (boxes) await assertRedacted(file.type, bytes, boxes);
    attachments.push({ name, type: file.type, fileId: file.id, bytes });
  }
  await reportProgress(deps, run, 20);
  const letter = letterOf(facts);
  const html: Content = {
    name: 'letter.html',
    type: 'text/html; charset=utf-8',
    bytes: Buffer.from(renderHtml(letter)),
  };
  const pdf: Content = { name: 'letter.pdf', type: 'application/pdf', bytes: await pdfOf(deps, letter) };
  signal.throwIfAborted();
  await reportProgress(deps, run, 50);
  const contents = [html, pdf, ...attachments];
  const archive = await encryptedZip(
    [...contents, hashesOf(contents)].map(({ name, bytes }) => ({ name, bytes })),
    password,
    {
      at: deps.now(),
      done: (count) => reportProgress(deps, run, 50 + Math.floor((40 * count) / (contents.length + 1))),
    },
  );
  signal.throwIfAborted();
  const stored: PackedFile[] = [];
  // All others belong to the answer or to a search already, and outlive the package.
  const generated: string[] = [];
  for (const content of contents) {
    const { name, type, bytes } = content;
    const fileId = content.fileId ?? (await keep(deps, workspaceId, content));
    if (!content.fileId) generated.push(fileId);
    stored.push({ name, type, ...measured(bytes), fileId });
  }
  const zip = { name: `${facts.reference}.zip`, type: 'application/zip', bytes: archive };
  const packageId = await keep(deps, workspaceId, zip);
  await transact(deps, run, (trx) => finish(deps, trx, run, { packageId, archive, stored, generated }));
  deps.log.info({ answerId: id, size: archive.length }, 'a package was made');
}

/** No file is delivered in which text is still found under a box. */
async function assertRedacted(type: string, bytes: Buffer, boxes: readonly Box[]): Promise<void> {
  try {
    await assertClean(type, bytes, boxes);
  } catch (error) {
    throw new BuildProblem('notRedacted', { cause: error });
  }
}

/** The hashes in the format of `sha256sum -c`. */
const hashesOf = (contents: readonly Content[]): Content => ({
  name: 'SHA256SUMS.txt',
  type: 'text/plain',
  bytes: Buffer.from(contents.map(({ name, bytes }) => `${measured(bytes).sha256}  ${name}\n`).join('')),
});

const measured = (bytes: Buffer) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

async function keep(deps: Deps, workspaceId: string, { name, type, bytes }: Content): Promise<string> {
  const facts = { workspaceId, uploadedBy: null, name, type, ...measured(bytes) };
  return (await storeGenerated(deps, facts, bytes)).id;
}

/** Stores the package; its days start now. A run that another one overtook stores nothing. */
async function finish(
  deps: Deps,
  trx: Trx,
  run: Run,
  {
    packageId,
    archive,
    stored,
    generated,
  }: { packageId: string; archive: Buffer; stored: readonly PackedFile[]; generated: readonly string[] },
): Promise<void> {
  const { workspaceId, id } = run;
  const row = await builtWithRequest(trx, run);
  if (!row) return;
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const actor = systemActor(deps, workspaceId);
  const { at } = actor;
  for (const fileId of [packageId, ...generated])
    await attachGenerated(trx, packageFile, { workspaceId, ownerId: id, fileId, at });
  await transition(trx, actor, answerWorkflow, row, 'finish', {
    packageId,
    contents: sealedContents.seal(key, id, stored),
    ...measured(archive),
  });
  await mailReady(deps, trx, { workspaceId, answer: row });
}

async function fail(deps: Deps, trx: Trx, run: Run, failure: AnswerFailure): Promise<void> {
  const row = await builtBy(trx, run);
  if (row) await transition(trx, systemActor(deps, run.workspaceId), answerWorkflow, row, 'fail', { failure });
}

/** Leaves the package to another run, with the number of attempts that count. */
async function giveBack(deps: Deps, trx: Trx, run: Run, attempts: number): Promise<void> {
  const row = await builtBy(trx, run);
  if (row) await transition(trx, systemActor(deps, run.workspaceId), answerWorkflow, row, 'giveBack', { attempts });
}

/** Reports the progress of a run to open screens. */
async function reportProgress(deps: Deps, { workspaceId, id, runId }: Run, progress: number): Promise<void> {
  await transact(deps, { workspaceId }, async (trx) => {
    const row = await trx
      .updateTable('requestAnswers')
      .set({ progress })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('status', '=', 'BUILDING')
      .where('runId', '=', runId)
      .returning('requestId')
      .executeTakeFirst();
    if (row) await announceAnswer(deps, trx, { workspaceId, requestId: row.requestId }, 'request.answerProgressed');
  });
}
