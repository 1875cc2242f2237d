import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createDataController,
  DATA_CONTROLLER_PERSONAL,
  type DataController,
  type listDataControllers,
  type updateDataController,
} from '../../../shared/dataController/schema.ts';
import { inUseText } from '../../../shared/dataController/inUse.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import * as completeness from '../completeness/service.ts';
import { logo } from './files.ts';
import * as queries from './queries.ts';
import { staleEdit } from '../../platform/records/stale.ts';

interface ById {
  id: string;
}

/** One page of the workspace's data controllers, each with the number of applications and notices that name it. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listDataControllers>) {
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));
}

/** Every data controller by id and name, in Thai order, for selectors. */
export function pick(ctx: WorkspaceContext) {
  return ctx.transaction((trx) => queries.pick(trx, ctx.workspace.id));
}

export function get(ctx: WorkspaceContext, input: ById): Promise<DataController> {
  return ctx.read((trx) => existing(trx, ctx, input.id));
}

export function create(ctx: WorkspaceContext, input: z.output<typeof createDataController>): Promise<DataController> {
  return ctx.transaction(async (trx) => {
    const id = randomUUIDv7();
    const logoName = input.logoId ? await attachLogo(trx, ctx, id, input.logoId) : '';
    await queries.insert(trx, actorOf(ctx), id, { ...input, logoName });
    await emit(trx, actorOf(ctx), { event: 'dataController.created', entityId: id, subject: input.name.th });
    return existing(trx, ctx, id);
  });
}

/** @throws 409 `staleEdit` with the newer record when somebody else saved first. */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateDataController>): Promise<DataController> {
  return ctx.transaction(async (trx) => {
    const before = await existing(trx, ctx, input.id);
    const isSame = (before.logo?.id ?? null) === input.logoId;
    let logoName = before.logo?.name ?? '';
    if (!isSame) logoName = input.logoId ? await attachLogo(trx, ctx, input.id, input.logoId) : '';
    if (before.logo && !isSame)
      await releaseFile(trx, logo, { workspaceId: ctx.workspace.id, ownerId: input.id, fileId: before.logo.id });
    const saved = await queries.update(trx, actorOf(ctx), input.id, { ...input, logoName });
    if (!saved) throw staleEdit(await existing(trx, ctx, input.id));
    const after = await existing(trx, ctx, input.id);
    const changes = changesBetween(logged(before), logged(after), DATA_CONTROLLER_PERSONAL);
    const own = await completeness.touchedBy(trx, ctx.workspace.id, { dataControllerId: after.id });
    const named = await queries.applicationsOfNotices(trx, ctx.workspace.id, after.id);
    // In one order, so that two changes that affect the same applications cannot deadlock.
    const applicationIds = [...new Set([...own, ...named])].toSorted();
    await completeness.applicationsChanged(trx, actorOf(ctx), applicationIds);
    if (changes.length > 0)
      await emit(trx, actorOf(ctx), {
        event: 'dataController.updated',
        entityId: after.id,
        subject: after.name.th,
        changes,
      });
    return after;
  });
}

/**
 * @throws 409 `dataController.inUse` naming the applications and privacy notices (20 of each at most) that refer to it
 */
export function remove(ctx: WorkspaceContext, input: ById): Promise<ById> {
  return ctx.transaction(async (trx) => {
    // Locked first: an application that is being recorded at this moment is either counted or has to wait and fail.
    if (!(await queries.lock(trx, ctx.workspace.id, input.id))) throw appError('NOT_FOUND');
    const before = await existing(trx, ctx, input.id);
    if (before.inUse) {
      const { applicationCount, applications, noticeCount, privacyNotices } = before;
      const details = { applicationCount, applications, noticeCount, privacyNotices };
      throw appError('dataController.inUse', { ...inUseText(before), details });
    }
    if (before.logo)
      await releaseFile(trx, logo, { workspaceId: ctx.workspace.id, ownerId: input.id, fileId: before.logo.id });
    await queries.remove(trx, ctx.workspace.id, input.id);
    await emit(trx, actorOf(ctx), { event: 'dataController.removed', entityId: input.id, subject: before.name.th });
    return { id: input.id };
  });
}

/** Gives an uploaded picture to a data controller. @returns its name */
async function attachLogo(trx: Trx, ctx: WorkspaceContext, ownerId: string, fileId: string): Promise<string> {
  const workspaceId = ctx.workspace.id;
  const file = await attachFile(trx, logo, { workspaceId, ownerId, fileId, by: ctx.personnel.id, field: 'logoId' });
  return nameOfFile(await ctx.deps.keyring.workspaceKey(trx, workspaceId), fileId, file);
}

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<DataController> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) throw appError('NOT_FOUND');
  return found;
}

/** The fields as the activity log compares them. */
const logged = ({
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
  logo,
}: DataController) => ({
  nameTh: name.th,
  nameEn: name.en,
  contactPerson,
  address,
  country,
  phone,
  email,
  website,
  privacyPolicyUrl,
  representative,
  representativeContact,
  logo: logo?.name ?? '',
});
