import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { pauseAfter, ATTEMPTS, type Problem, PROBLEMS } from '../../../shared/schedule/problems.ts';
import { MANIFEST_ENDING } from '../../../shared/schedule/manifest.ts';
import type { Step } from '../../../shared/schedule/schema.ts';
import { systemActor } from '../../platform/actor.ts';
import { SealError } from '../../platform/crypto/keyring.ts';
import { findFile, readStored } from '../../platform/files/service.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import { type Claim, start } from './claim.ts';
import { type Connection, openConnection } from './connection.ts';
import { deliveredCopy } from './files.ts';
import { assertOpen, createdFile, makeFile, type ReadyFile } from './making.ts';
import { DeliveryProblem } from './problem.ts';
import { findOrder } from './queries.ts';
import { openSecret } from './secret.ts';
import { inTurn } from './stopping.ts';
import { TaskLog } from './taskLog.ts';
import { upload } from './upload.ts';
import { taskWorkflow } from './workflow.ts';

/**
 * Does one task, if it is due: creates its file where no earlier attempt did or its schedule was changed since, uploads
 * it with its manifest, and stores the result. @throws where the node stops
 */
export async function deliver(deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<void> {
  const claim = await transact(deps, { workspaceId }, (trx) => start(trx, systemActor(deps, workspaceId), id));
  if (!claim) return;
  const log = new TaskLog(deps, claim);
  try {
    if (claim.attempts > ATTEMPTS) throw new DeliveryProblem('interrupted');
    const either = AbortSignal.any([signal, log.lost]);
    const ready = await connect(deps, claim, log, either);
    if (!ready) {
      await transact(deps, { workspaceId }, (trx) =>
        transitionIfOpen(trx, systemActor(deps, workspaceId), taskWorkflow, claim, 'cancel', {}),
      );
      return;
    }
    await send(deps, claim, ready, log);
    await settle(deps, claim, log);
  } catch (error) {
    if (signal.aborted) {
      const lines = await log.end();
      await transact(deps, { workspaceId }, (trx) =>
        transitionIfOpen(trx, systemActor(deps, workspaceId), taskWorkflow, claim, 'giveBack', { lines }),
      ).catch(() => {});
      throw error;
    }
    // An Admin has cancelled it, or another node has taken it over: the result is not ours to store.
    if (!log.lost.aborted) await failed(deps, claim, log, error);
  } finally {
    await log.end();
  }
}

interface Ready {
  readonly file: ReadyFile;
  readonly folder: string;
  readonly connection: Connection;
}

/**
 * Connects to the server that the schedule names at that moment, with a file that follows its settings of that moment:
 * they may be changed while a file is created, or waits for its turn to sign in.
 * @returns undefined where the schedule was deleted, or no longer delivers the form
 */
async function connect(deps: Deps, claim: Claim, log: TaskLog, signal: AbortSignal): Promise<Ready | undefined> {
  const { workspaceId } = claim;
  const findCurrent = () => transact(deps, { workspaceId }, (trx) => findOrder(trx, claim));
  for (let task = claim; ;) {
    const order = await findCurrent();
    if (!order) return undefined;
    if (order.stopped !== null) throw new DeliveryProblem(order.stopped);
    await assertOpen(deps, task, order);
    const file = createdFile(task, order);
    if (!file) {
      await log.step('making');
      task = await makeFile(deps, task, order, signal);
      continue;
    }
    await log.step('connecting');
    const ready = await inTurn(deps, task, signal, async () => {
      const current = await findCurrent();
      if (!current || !createdFile(task, current)) return undefined;
      const { host, port, username, signIn, hostKey, folder } = current;
      if (hostKey === null) throw new DeliveryProblem('hostKeyChanged');
      const secret = openSecret(deps.keyring, task.scheduleId, current.secret);
      const connection = await openConnection(
        { host, port, username, signIn, secret },
        { ...deps.config.sftp, hostKey, signal },
      );
      return { file, folder, connection };
    });
    if (ready) return ready;
  }
}

async function send(deps: Deps, claim: Claim, { file, folder, connection }: Ready, log: TaskLog): Promise<void> {
  const options = {
    step: (step: Step, bytes?: number) => log.note(step, bytes === undefined ? {} : { bytes }),
    stillOurs: () => log.step(),
  };
  try {
    const { workspaceId, id } = claim;
    const stored = await transact(deps, { workspaceId }, (trx) =>
      findFile(trx, deliveredCopy, { workspaceId, ownerId: id, fileId: file.fileId }),
    );
    await upload(
      connection,
      folder,
      {
        name: file.name,
        size: file.bytes,
        sha256: file.sha256,
        content: (from) => readStored(deps, stored, { start: from, end: file.bytes - 1 }),
      },
      options,
    );
    // Last: whoever waits for the manifest finds a complete file.
    const manifest = Buffer.from(file.manifest);
    await upload(
      connection,
      folder,
      {
        name: `${file.name}${MANIFEST_ENDING}`,
        size: manifest.length,
        sha256: createHash('sha256').update(manifest).digest('hex'),
        content: async (from) => Readable.from([manifest.subarray(from)]),
      },
      { ...options, step: () => {} },
    );
  } finally {
    connection.close();
  }
}

async function settle(deps: Deps, claim: Claim, log: TaskLog): Promise<void> {
  const { workspaceId } = claim;
  const lines = await log.end('delivered');
  await transact(deps, { workspaceId }, (trx) =>
    transitionIfOpen(trx, systemActor(deps, workspaceId), taskWorkflow, claim, 'deliver', { lines }),
  );
}

function problemOf(error: unknown): Problem {
  if (error instanceof DeliveryProblem) return error.problem;
  return error instanceof SealError ? 'secret' : 'interrupted';
}

async function failed(deps: Deps, claim: Claim, log: TaskLog, error: unknown): Promise<void> {
  const { workspaceId, id, attempts } = claim;
  const problem = problemOf(error);
  const { code, stops } = PROBLEMS[problem];
  deps.log.warn({ err: error, task: id, problem, attempts }, 'a scheduled export was not delivered');
  const lines = await log.end('failed', { reportCode: code });
  const at = deps.now();
  const isOver = stops || attempts >= ATTEMPTS;
  const nextAt = isOver ? null : new Date(at.getTime() + pauseAfter(attempts));
  await transact(deps, { workspaceId }, (trx) =>
    transitionIfOpen(trx, systemActor(deps, workspaceId, at), taskWorkflow, claim, 'fail', { problem, lines, nextAt }),
  );
}
