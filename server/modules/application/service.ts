import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  Application,
  ApplicationAllowance,
  ApplicationDetail,
  ApplicationDocument,
  listApplications,
  pickApplications,
} from '../../../shared/application/schema.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as completeness from '../completeness/service.ts';
import * as purposes from '../purpose/service.ts';
import { roomOf } from '../workspace/limits.ts';
import { lacking } from './documents.ts';
import { mappedFlows } from './mappedFlows.ts';
import { linkedPurposes, namedBy as purposesNaming } from './purposeLinks.ts';
import * as queries from './queries.ts';
import { applicationRecord } from './record.ts';

export const { get, create, update, remove, publish, versions, version, existing, locked } = applicationRecord;

const today = (ctx: WorkspaceContext): string => bangkokDay(ctx.deps.now());

export const list = (ctx: WorkspaceContext, input: z.output<typeof listApplications>) =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, { ...input, today: today(ctx) }));
export const pick = (ctx: WorkspaceContext, input: z.output<typeof pickApplications>) =>
  ctx.transaction((trx) =>
    queries.pick(trx, ctx.workspace.id, input, input.without === undefined ? [] : lacking(input.without)),
  );
export const without = (ctx: WorkspaceContext, kind: ApplicationDocument, input: z.output<typeof listApplications>) =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, { ...input, today: today(ctx) }, lacking(kind)));

/** Whether any application lacks such a document. */
export const anyWithout = (trx: Trx, ctx: WorkspaceContext, kind: ApplicationDocument) =>
  queries.exists(trx, ctx.workspace.id, lacking(kind));

/** Ids of the purposes of an application, in order. */
export const purposeIdsOf = async (trx: Trx, workspaceId: string, id: string): Promise<string[]> =>
  (await linkedPurposes(trx, workspaceId, id)).map((purpose) => purpose.id);

/** Name, address and contacts of an application's data controller. */
export const controllerOf = (trx: Trx, ctx: WorkspaceContext, { dataController }: Application) =>
  queries.controllerOf(trx, ctx.workspace.id, dataController.id);

/** The consent form of an application, if there is one. */
export const consentFormOf = queries.consentFormOf;

/** Whether another application can be recorded, by the package's limit and the existence of a data controller. */
export function allowance(ctx: WorkspaceContext): Promise<ApplicationAllowance> {
  return ctx.transaction(async (trx) => ({
    ...(await roomOf(trx, ctx.workspace.id, ctx.workspace.tier, 'applications')),
    hasDataController: await queries.hasController(trx, ctx.workspace.id),
  }));
}

/**
 * Everything about an application: its controller in full, each purpose in full, and what is missing for publishing.
 */
export const detail = (ctx: WorkspaceContext, { id }: { id: string }): Promise<ApplicationDetail> =>
  ctx.read(async (trx) => {
    const [application, mapping, completenessItems, namedBy] = await Promise.all([
      existing(trx, ctx, id),
      mappedFlows(trx, ctx.workspace.id, id),
      completeness.itemsOf(trx, ctx.workspace.id, id),
      purposesNaming(trx, ctx.workspace.id, id),
    ]);
    const [dataController, linked] = await Promise.all([
      controllerOf(trx, ctx, application),
      Promise.all(
        application.purposes.map(async (purpose) => {
          const { content, problems } = await purposes.existing(trx, ctx, purpose.id);
          return { ...purpose, content, problems };
        }),
      ),
    ]);
    return { ...application, dataController, purposes: linked, dataMapping: mapping, completenessItems, namedBy };
  });
