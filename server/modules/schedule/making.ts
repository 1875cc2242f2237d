import { createHash } from 'node:crypto';
import { MINUTE } from '../../../shared/duration.ts';
import { systemActor } from '../../platform/actor.ts';
import { ExportProblem } from '../../platform/exports/maker.ts';
import { exportingPlace, makeUnattended, type UnattendedFile } from '../../platform/exports/unattended.ts';
import { removeFile } from '../../platform/files/remove.ts';
import { attachGenerated } from '../../platform/files/service.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import type { Claim } from './claim.ts';
import { encryptedFor } from './encryption.ts';
import { deliveredCopy } from './files.ts';
import { manifestOf } from './manifest.ts';
import { DeliveryProblem } from './problem.ts';
import type { Order } from './queries.ts';
import { taskWorkflow } from './workflow.ts';

/** A created file, under its name on the server. */
export interface ReadyFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly manifest: string;
}

/**
 * Milliseconds that a delivery of changes ends before its run: until then every node has recorded what arrived earlier,
 * also one whose clock differs from ours.
 */
const SETTLED_MS = 5 * MINUTE;

/** The period of a delivery of changes, from the end of the one before; undefined where everything is delivered. */
function periodOf({ since, runAt }: Claim, { content }: Order): { from?: string; to: string } | undefined {
  if (content !== 'changes') return undefined;
  const settled = (run: string) => new Date(Date.parse(run) - SETTLED_MS).toISOString();
  return { ...(since !== null && { from: settled(since) }), to: settled(runAt) };
}

/** Distinguishes the settings that a file follows. */
const settingsOf = ({ format, content, locale, encryptionKey }: Order): string =>
  createHash('sha256')
    .update(JSON.stringify([format, content, locale, encryptionKey]))
    .digest('base64url');

/** The file that an earlier attempt created, unless the schedule was changed so that it would be another one. */
export function createdFile(claim: Claim, order: Order): ReadyFile | undefined {
  const { fileId, fileName, bytes, sha256, manifest, fileSettings } = claim;
  if (fileId === null || fileName === null || sha256 === null || manifest === null) return undefined;
  if (fileSettings !== settingsOf(order)) return undefined;
  return { fileId, name: fileName, bytes: Number(bytes), sha256, manifest };
}

const KIND = 'user-consents';

/** @throws DeliveryProblem `closed` where the workspace is closed or no longer uses consent: nothing leaves it then */
export async function assertOpen(deps: Deps, { workspaceId, id }: Claim, { name }: Order): Promise<void> {
  await exportingPlace(deps, { workspaceId, id, kind: KIND, orderedBy: name }).catch(refused);
}

function refused(error: unknown): never {
  if (error instanceof ExportProblem)
    throw new DeliveryProblem(error.code === 'forbidden' ? 'closed' : 'content', { cause: error });
  throw error;
}

/**
 * Creates the file of a task, which every later attempt sends. @returns the task with it
 * @throws DeliveryProblem; AppError 503
 */
export async function makeFile(deps: Deps, claim: Claim, order: Order, signal: AbortSignal): Promise<Claim> {
  const name = nameOf(claim, order);
  const period = periodOf(claim, order);
  const written = await write(deps, claim, order, { name, period, signal });
  const text = await manifestOf(deps, {
    file: name,
    bytes: written.size,
    sha256: written.sha256,
    rows: written.count,
    format: order.format,
    encrypted: order.encryptionKey !== '',
    content: order.content,
    since: period?.from ?? null,
    asOf: period?.to ?? new Date(claim.runAt).toISOString(),
    schedule: { id: claim.scheduleId, name: order.name },
    workspace: { id: claim.workspaceId, name: order.workspace },
    form: { id: claim.consentId, name: order.form },
  });
  const { workspaceId, id } = claim;
  const file = { fileId: written.fileId, fileName: name, rows: written.count, bytes: written.size };
  const columns = { ...file, sha256: written.sha256, manifest: text, fileSettings: settingsOf(order) };
  const isOurs = await transact(deps, { workspaceId }, async (trx) => {
    const actor = systemActor(deps, workspaceId);
    if (!(await transitionIfOpen(trx, actor, taskWorkflow, claim, 'keepFile', columns))) return false;
    await attachGenerated(trx, deliveredCopy, { workspaceId, ownerId: id, fileId: written.fileId, at: actor.at });
    if (claim.fileId !== null) await removeFile(trx, { workspaceId, fileId: claim.fileId });
    return true;
  });
  // Another run has taken it over: its file counts, ours is swept.
  if (!isOurs) throw new DeliveryProblem('interrupted');
  return { ...claim, ...columns };
}

async function write(
  deps: Deps,
  claim: Claim,
  order: Order,
  { name, period, signal }: { name: string; period: ReturnType<typeof periodOf>; signal: AbortSignal },
): Promise<UnattendedFile> {
  const asOf = new Date(claim.runAt);
  return makeUnattended(deps, {
    workspaceId: claim.workspaceId,
    id: claim.id,
    kind: KIND,
    format: order.format,
    locale: order.locale,
    subjectId: claim.consentId,
    subject: order.form,
    // By when they were recorded: each answer is in one delivery, also one that was imported with an earlier date.
    input: period ? { recorded: period } : { to: asOf.toISOString() },
    orderedBy: order.name,
    asOf,
    signal,
    name,
    ...(order.encryptionKey !== '' && {
      type: 'application/pgp-encrypted',
      through: (source) => encryptedFor(order.encryptionKey, source),
    }),
  }).catch(refused);
}

/** Most servers limit a file name to 255 bytes; a Thai letter has three. */
const SLUG_LETTERS = 40;

/**
 * The form's name as a part of a file name: letters and digits of Thai and English, separated by hyphens. Servers
 * accept UTF-8; most forms only have a Thai name, which would otherwise be empty.
 */
const slugOf = (form: string): string =>
  form
    .normalize('NFC')
    .toLowerCase()
    .split(/[^a-z0-9\u0E01-\u0E3A\u0E40-\u0E4E\u0E50-\u0E59]/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, SLUG_LETTERS)
    .replace(/-$/, '');

/**
 * The same for every attempt: it is stored with the file. Example:
 * `consents-สมัครสมาชิก-20261123T190000Z-1f2e3d4c.csv`, without the form where its name has no such letters.
 */
export function nameOf(
  { id, runAt }: Pick<Claim, 'id' | 'runAt'>,
  { form, format, encryptionKey }: Pick<Order, 'form' | 'format' | 'encryptionKey'>,
): string {
  const at = new Date(runAt).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = ['consents', slugOf(form), at, id.slice(-8)].filter(Boolean).join('-');
  return `${name}.${format}${encryptionKey === '' ? '' : '.pgp'}`;
}
