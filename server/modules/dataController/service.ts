import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  DATA_CONTROLLER_PERSONAL,
  type DataController,
  type DataControllerFields,
  dataControllerFields,
  type listDataControllers,
} from '../../../shared/dataController/schema.ts';
import { inUseText } from '../../../shared/dataController/inUse.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { type Edit, editable } from '../../platform/records/editable.ts';
import { logFields } from '../../platform/records/log.ts';
import * as completeness from '../completeness/service.ts';
import { logo } from './files.ts';
import * as queries from './queries.ts';

/** One page of the workspace's data controllers, each with the number of applications and notices that name it. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listDataControllers>) {
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));
}

/** Every data controller by id and name, in Thai order, for selectors. */
export function pick(ctx: WorkspaceContext) {
  return ctx.transaction((trx) => queries.pick(trx, ctx.workspace.id));
}

export const { get, create, update, remove } = editable({
  table: 'dataControllers',
  content: dataControllerFields,
  events: {
    created: 'dataController.created',
    updated: 'dataController.updated',
    removed: 'dataController.removed',
  },
  read: (trx: Trx, ctx: WorkspaceContext, id: string) => queries.find(trx, ctx.workspace.id, id),
  draftOf: fieldsOf,
  subject: ({ name }: DataController) => name.th,
  changes: (before: DataController, after: DataController) =>
    changesBetween(logged(before), logged(after), DATA_CONTROLLER_PERSONAL),
  columns: queries.columnsOf,
  write: writeLogo,
  changed: judgeApplications,
  removing: assertUnused,
});

function fieldsOf(record: DataController): DataControllerFields {
  const { name, contactPerson, address, country, phone, email, website, privacyPolicyUrl } = record;
  const { representative, representativeContact } = record;
  return {
    name,
    contactPerson,
    address,
    country,
    phone,
    email,
    website,
    privacyPolicyUrl,
    representative,
    representativeContact,
    logoId: record.logo?.id ?? null,
  };
}

/** The fields as the activity log compares them. */
const logged = (record: DataController) =>
  logFields(fieldsOf(record), { logoId: () => ({ logo: record.logo?.name ?? '' }) });

type ControllerEdit = Edit<DataController, DataControllerFields>;

/** Attaches an uploaded picture and releases the one it replaces. @throws 404 `file.notFound` at `logoId` */
async function writeLogo(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  { logoId }: DataControllerFields,
  edit?: ControllerEdit,
): Promise<void> {
  const former = edit?.stored.logoId ?? null;
  if (logoId === former) return;
  const workspaceId = ctx.workspace.id;
  const owner = { workspaceId, ownerId: id };
  if (former !== null) await releaseFile(trx, logo, { ...owner, fileId: former });
  let name = '';
  if (logoId !== null) {
    const file = await attachFile(trx, logo, { ...owner, fileId: logoId, by: ctx.personnel.id, field: 'logoId' });
    name = nameOfFile(await ctx.deps.keyring.workspaceKey(trx, workspaceId), logoId, file);
  }
  await queries.setLogo(trx, workspaceId, id, { logoId, logoName: name });
}

/** Judges the applications anew that name the data controller, or whose notices do. */
async function judgeApplications(trx: Trx, ctx: WorkspaceContext, id: string, edit?: ControllerEdit): Promise<void> {
  if (!edit) return;
  const own = await completeness.touchedBy(trx, ctx.workspace.id, { dataControllerId: id });
  const named = await queries.applicationsOfNotices(trx, ctx.workspace.id, id);
  // In one order, so that two changes that affect the same applications cannot deadlock.
  const applicationIds = [...new Set([...own, ...named])].toSorted();
  await completeness.applicationsChanged(trx, actorOf(ctx), applicationIds);
}

/**
 * Releases the logo of one that nothing names.
 * @throws 409 `dataController.inUse` naming the applications and privacy notices (20 of each at most) that refer to it
 */
async function assertUnused(trx: Trx, ctx: WorkspaceContext, id: string, record: DataController): Promise<void> {
  if (record.inUse) {
    const { applicationCount, applications, noticeCount, privacyNotices } = record;
    const details = { applicationCount, applications, noticeCount, privacyNotices };
    throw appError('dataController.inUse', { ...inUseText(record), details });
  }
  if (record.logo) await releaseFile(trx, logo, { workspaceId: ctx.workspace.id, ownerId: id, fileId: record.logo.id });
}
