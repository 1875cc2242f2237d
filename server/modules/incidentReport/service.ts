import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { openReport, reportForm, submittedReport, submitReport } from '../../../shared/incident/schema.ts';
import { referenceOf } from '../../../shared/incident/reference.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { type RequestContext, transact } from '../../platform/trpc/context.ts';
import type { WorkspaceKey } from '../../platform/crypto/keyring.ts';
import { errors } from '../../platform/errors.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import { report } from '../incident/report.ts';
import * as queries from './queries.ts';

/** A whole office may open the form from behind one address; somebody who tries tokens is stopped. */
const OPEN_ADDRESS: Limit = { name: 'incidentReport.open', max: 60, seconds: 60 };
const SUBMIT_ADDRESS: Limit = { name: 'incidentReport.address', max: 20, seconds: 3600 };
/** However many addresses somebody has, a workspace is not buried. */
const SUBMIT_LINK: Limit = { name: 'incidentReport.link', max: 200, seconds: 3600 };

// One that is unknown, switched off or renewed, and one of a workspace without the module: nobody learns which.
const unknown = () => errors.notFound({ code: 'incidentReport.notFound', key: 'incidentReport:unknownLink' });

/** Runs `work` in the workspace that a link reports to. */
async function inside<Result>(
  { deps }: RequestContext,
  token: string,
  work: (trx: Trx, workspaceId: string, owner: queries.Owner) => Promise<Result>,
): Promise<Result> {
  const workspaceId = await queries.workspaceOf(deps.systemDb, token);
  if (!workspaceId) throw unknown();
  return transact(deps, { workspaceId }, async (trx) => {
    const owner = await queries.findOwner(trx, workspaceId);
    if (!owner?.flags.dataBreachEnabled) throw unknown();
    await requireOpenWorkspace(trx, workspaceId);
    return work(trx, workspaceId, owner);
  });
}

/**
 * Whom a link reports to.
 * @throws 404 for a link that is not in use; 409 while its workspace is closed; 429 for somebody who tries many
 */
export async function open(
  ctx: RequestContext,
  { token }: z.output<typeof openReport>,
): Promise<z.input<typeof reportForm>> {
  await spend(ctx.deps, OPEN_ADDRESS, ctx.ip);
  return inside(ctx, token, async (_, __, { organization, workspace }) => ({ organization, workspace }));
}

/**
 * Takes a report in: an incident that waits for the DPO. The same `key` again answers with the reference of the first.
 * @throws 400 for what only a program fills in; 404 for a link that is not in use; 409 while its workspace is closed;
 * 429 for too many
 */
export async function submit(
  ctx: RequestContext,
  input: z.output<typeof submitReport>,
): Promise<z.input<typeof submittedReport>> {
  const { deps } = ctx;
  const { token, key, website, ...told } = input;
  await spend(deps, SUBMIT_ADDRESS, ctx.ip);
  // Told, not swallowed: where a browser's autofill did it, a person must not believe that the breach was reported.
  if (website !== '') throw errors.field('website', 'incidentReport:looksAutomatic', 'incidentReport.automatic');
  return inside(ctx, token, async (trx, workspaceId) => {
    // Two presses of one button arrive together: the second waits and finds the first.
    await oneAtATime(trx, workspaceId, 'incidentReport');
    const id = idOf(await deps.keyring.workspaceKey(trx, workspaceId), key);
    if (!(await queries.isThere(trx, workspaceId, id))) {
      await report(deps, trx, { workspaceId, id, ...told });
      // Only what is written counts: whoever sends rubbish, or the same again, closes the form for nobody.
      await spend(deps, SUBMIT_LINK, workspaceId);
    }
    return { reference: referenceOf(id) };
  });
}

/**
 * The incident's id follows from the browser's key, by a secret: nobody outside can name one that exists. A UUID of
 * version 8 (RFC 9562).
 */
function idOf(secret: WorkspaceKey, key: string): string {
  const bytes = Buffer.from(secret.lookup('incidents.reportKey', key), 'base64url').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
