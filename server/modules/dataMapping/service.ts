import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import {
  type createDataMapping,
  type DataMapping,
  type FlowInput,
  flowText,
  inputOf,
  type MappedFlow,
  type saveDataMapping,
} from '../../../shared/dataMapping/schema.ts';
import type { PurposeProblem } from '../../../shared/purpose/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { type Change, emit } from '../../platform/live/emit.ts';
import { wrongChoices } from '../catalogue/service.ts';
import * as completeness from '../completeness/service.ts';
import { attributesOf } from '../piiCategory/service.ts';
import * as queries from './queries.ts';

import { existing, locked, lock, touch } from '../application/service.ts';

/** The data mapping of an application, line by line. @throws 404 */
export function get(ctx: WorkspaceContext, { id }: { id: string }): Promise<DataMapping> {
  return ctx.transaction((trx) => read(trx, ctx, id));
}

/** Records the first mapping of an application. @throws 409 `dataMapping.exists` when it has one */
export function create(ctx: WorkspaceContext, input: z.output<typeof createDataMapping>): Promise<DataMapping> {
  return ctx.transaction(async (trx) => {
    await locked(trx, ctx, input.id, input.rowVersion);
    if ((await queries.list(trx, ctx.workspace.id, input.id)).length > 0)
      throw errors.conflict({ code: 'dataMapping.exists', key: 'application:mappingExists' });
    return saveLocked(trx, ctx, input.id, input.flows);
  });
}

/**
 * Saves the whole mapping over the application's `rowVersion`; what is published becomes a draft.
 * @throws 409 `staleEdit` with the newer mapping
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof saveDataMapping>): Promise<DataMapping> {
  return ctx.transaction(async (trx) => {
    await lock(trx, ctx.workspace.id, input.id, 'change');
    const current = await read(trx, ctx, input.id);
    if (current.rowVersion !== input.rowVersion)
      throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current } });
    return saveLocked(trx, ctx, input.id, input.flows);
  });
}

/**
 * Makes the mapping of an application that the transaction has locked into `flows`: lines are known by their id, those
 * left out go, those unchanged stay untouched. @throws 400 naming the line and field that refer to what is not there
 */
export async function saveLocked(
  trx: Trx,
  ctx: WorkspaceContext,
  applicationId: string,
  flows: readonly FlowInput[],
): Promise<DataMapping> {
  const ws = ctx.workspace.id;
  const before = await queries.list(trx, ws, applicationId);
  const stored = new Map(before.map((flow, position) => [flow.id, { position, input: flowText(inputOf(flow)) }]));
  const taken = new Set<string>();
  const unknown: PurposeProblem[] = [];
  const wanted = flows.map((flow, position) => {
    if (flow.id && (!stored.has(flow.id) || taken.has(flow.id)))
      unknown.push({ path: ['flows', position, 'id'], key: 'errors:choice' });
    const id = flow.id ?? randomUUIDv7();
    taken.add(id);
    return { ...flow, id, position };
  });
  if (unknown.length > 0) throw errors.badRequest({ issues: unknown });
  const changed = wanted.filter((flow) => stored.get(flow.id)?.input !== flowText(flow));
  const removed = before.filter((flow) => !taken.has(flow.id));
  const moved = wanted.filter((flow) => !changed.includes(flow) && stored.get(flow.id)?.position !== flow.position);
  if (changed.length + removed.length + moved.length === 0) return read(trx, ctx, applicationId);

  const attributes = await assertPresent(trx, ctx, applicationId, wanted, changed, before);
  await queries.remove(
    trx,
    ws,
    applicationId,
    removed.map((flow) => flow.id),
  );
  await queries.write(trx, ws, applicationId, changed, attributes);
  await queries.place(trx, ws, moved);
  await touch(trx, actorOf(ctx), applicationId);
  await completeness.refresh(trx, ws, [applicationId], actorOf(ctx));
  const { application } = await existing(trx, ctx, applicationId);
  const after = await queries.list(trx, ws, applicationId);
  await emit(trx, actorOf(ctx), {
    event: 'application.mapped',
    entityId: applicationId,
    subject: application.name,
    changes: changesOf(before, after, new Set(changed.map((flow) => flow.id))),
  });
  await emit(trx, actorOf(ctx), { event: 'inventory.changed', entityId: applicationId });
  return { applicationId, rowVersion: application.rowVersion, status: application.status, flows: after };
}

async function read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<DataMapping> {
  const { application } = await existing(trx, ctx, id);
  return {
    applicationId: id,
    rowVersion: application.rowVersion,
    status: application.status,
    flows: await queries.list(trx, ctx.workspace.id, id),
  };
}

/**
 * Attributes of the changed lines; refuses whatever a line refers to and the workspace, or the application, has not.
 */
async function assertPresent(
  trx: Trx,
  ctx: WorkspaceContext,
  applicationId: string,
  all: readonly FlowInput[],
  changed: readonly FlowInput[],
  before: readonly MappedFlow[],
): Promise<Awaited<ReturnType<typeof attributesOf>>> {
  const ws = ctx.workspace.id;
  const { application } = await existing(trx, ctx, applicationId);
  const purposes = new Set(application.purposes.map(({ id }) => id));
  const attributes = await attributesOf(trx, ws, [...new Set(changed.flatMap(({ attributeIds }) => attributeIds))]);
  const receivers = await queries.receiversOf(trx, ws, [...purposes]);
  // What was chosen while its category was active stays.
  const kept = new Set(before.flatMap((flow) => flow.attributes.map(({ id }) => id)));
  const problems: PurposeProblem[] = [];
  const words: { field: string; kind: CatalogueKind; ids: string[] }[] = [];
  for (const flow of changed) {
    const line = all.indexOf(flow);
    const check = (ok: boolean, field: string) => {
      if (!ok) problems.push({ path: ['flows', line, field], key: 'errors:choice' });
    };
    const word = (field: string, kind: CatalogueKind, chosen: string | null) =>
      words.push({ field: `${line} ${field}`, kind, ids: chosen ? [chosen] : [] });
    check(purposes.has(flow.purposeId), 'purposeId');
    check(
      flow.attributeIds.every((id) => attributes.has(id) && (attributes.get(id)!.categoryActive || kept.has(id))),
      'attributeIds',
    );
    check(
      flow.internalApplicationIds.every((id) => receivers.has(`${flow.purposeId} ${id}`)),
      'internalApplicationIds',
    );
    check(
      flow.thirdPartyIds.every((id) => receivers.has(`${flow.purposeId} ${id}`)),
      'thirdPartyIds',
    );
    word('dataSubjectGroupId', 'dataSubjectGroup', flow.dataSubjectGroupId);
    word('channelId', 'collectionChannel', flow.channelId);
    word('storageSystemId', 'storageSystem', flow.storageSystemId);
    word('destructionMethodId', 'destructionMethod', flow.destructionMethodId);
  }
  for (const wrong of await wrongChoices(trx, ws, words)) {
    const [line, field] = wrong.split(' ') as [string, string];
    problems.push({ path: ['flows', Number(line), field], key: 'errors:choice' });
  }
  if (problems.length > 0) throw errors.badRequest({ issues: problems });
  return attributes;
}

/** The mapping's changes as the activity log tells them: one entry a line. */
function changesOf(
  before: readonly MappedFlow[],
  after: readonly MappedFlow[],
  changed: ReadonlySet<string>,
): Change[] {
  const old = new Map(before.map((flow) => [flow.id, told(flow)]));
  const now = new Map(after.map((flow) => [flow.id, told(flow)]));
  const gone = before
    .filter(({ id }) => !now.has(id))
    .map(({ id }) => ({ field: 'dataMapping', old: old.get(id), new: null }));
  return [
    ...gone,
    ...after
      .filter(({ id }) => changed.has(id))
      .map(({ id }) => ({ field: 'dataMapping', old: old.get(id) ?? null, new: now.get(id) })),
  ];
}

const told = ({
  purpose,
  dataSubjectGroup,
  channel,
  attributes,
  storageSystem,
  internalApplications,
  thirdParties,
  retention,
  destructionMethod,
  note,
}: MappedFlow): string =>
  [
    `${purpose.title.th}: ${dataSubjectGroup.name.th} → ${channel.name.th}`,
    attributes.map(({ name }) => name.th).join(', '),
    storageSystem?.name.th,
    [...internalApplications, ...thirdParties].map(({ name }) => name).join(', '),
    retention && (retention.indefinite ? '∞' : `${retention.amount} ${retention.unit}`),
    destructionMethod?.name.th,
    note,
  ]
    .filter(Boolean)
    .join(' · ');
