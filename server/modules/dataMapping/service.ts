import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { type Application, applicationStatus } from '../../../shared/application/schema.ts';
import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../../shared/dataMapping/fields.ts';
import { lineTexts } from '../../../shared/dataMapping/lineFields.ts';
import {
  type createDataMapping,
  type DataMapping,
  type FlowInput,
  flowText,
  inputOf,
  type MappedFlow,
  saveDataMapping,
} from '../../../shared/dataMapping/schema.ts';
import type { PurposeProblem } from '../../../shared/purpose/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import type { Change } from '../../platform/live/emit.ts';
import { editable } from '../../platform/records/editable.ts';
import { mappedFlows } from '../application/mappedFlows.ts';
import { existing } from '../application/service.ts';
import { wrongChoices } from '../catalogue/service.ts';
import * as completeness from '../completeness/service.ts';
import { attributesOf } from '../piiCategory/service.ts';
import { lineWordsIn } from './lineWords.ts';
import * as queries from './queries.ts';

/** An application with the entries of its mapping, which are edited over the application's own `rowVersion`. */
interface Mapped {
  rowVersion: number;
  application: Application;
  flows: MappedFlow[];
}
type Draft = { flows: FlowInput[] };
/** The differences that an edit makes. */
interface LineChanges {
  changed: queries.FlowToWrite[];
  removed: string[];
  moved: queries.FlowToWrite[];
  attributes: Awaited<ReturnType<typeof attributesOf>>;
}

const mapped = editable({
  table: 'applications',
  content: saveDataMapping.pick({ flows: true }),
  events: { updated: 'application.mapped' },
  async read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Mapped> {
    const application = await existing(trx, ctx, id);
    const flows = await mappedFlows(trx, ctx.workspace.id, id);
    return { rowVersion: application.rowVersion, application, flows };
  },
  draftOf: ({ flows }: Mapped): Draft => ({ flows: flows.map(inputOf) }),
  subject: ({ application }: Mapped) => application.name,
  changes: (before: Mapped, after: Mapped) => changesOf(before.flows, after.flows),
  columns: () => ({}),
  // An edit of the mapping is one of the application: a published one becomes a draft.
  states: { machine: applicationStatus, stateOf: ({ application }: Mapped) => application.status },
  view: mappingOf,
  complete: identified,
  comparable: ({ flows }: Draft) => ({ flows: flows.map((flow) => [flow.id, flowText(flow)]) }),
  check: lineChanges,
  async write(trx, ctx, id, _draft, _edit, { changed, removed, moved, attributes }) {
    const ws = ctx.workspace.id;
    await queries.remove(trx, ws, id, removed);
    await queries.write(trx, ws, id, changed, attributes);
    await queries.place(trx, ws, moved);
  },
  async changed(trx, ctx, id) {
    await completeness.applicationsChanged(trx, actorOf(ctx), [id]);
  },
});

function mappingOf({ application: { id, rowVersion, status, updatedAt, updatedBy }, flows }: Mapped): DataMapping {
  return { applicationId: id, rowVersion, status, flows, updatedAt, updatedBy };
}

/** The data mapping of an application, entry by entry. @throws 404 */
export const get = async (ctx: WorkspaceContext, input: { id: string }): Promise<DataMapping> =>
  mappingOf(await mapped.get(ctx, input));

/** Records the first mapping of an application. @throws 409 `dataMapping.exists` when it has one */
export function create(ctx: WorkspaceContext, input: z.output<typeof createDataMapping>): Promise<DataMapping> {
  return ctx.transaction(async (trx) => {
    const before = await mapped.locked(trx, ctx, input.id, input.rowVersion);
    if (before.flows.length > 0) throw appError('dataMapping.exists');
    return mappingOf(await mapped.updateLocked(trx, ctx, input.id, before, input));
  });
}

/**
 * Saves the entire mapping over the application's `rowVersion`: entries are identified by their id, missing ones are
 * deleted, unchanged ones are not written. @throws 409 `staleEdit` with the newer mapping, 400 naming the entry and
 * field that refer to something that does not exist
 */
export const update = async (ctx: WorkspaceContext, input: z.output<typeof saveDataMapping>): Promise<DataMapping> =>
  mappingOf(await mapped.update(ctx, input));

/** Saves over the current mapping, inside the caller's transaction. */
export async function saveIn(
  trx: Trx,
  ctx: WorkspaceContext,
  applicationId: string,
  flows: FlowInput[],
): Promise<void> {
  const before = await mapped.locked(trx, ctx, applicationId);
  await mapped.updateLocked(trx, ctx, applicationId, before, { flows });
}

/** Assigns ids to new entries. @throws 400 naming an entry whose id the mapping does not have, or has twice */
function identified({ flows }: Draft, stored?: Draft): Draft {
  const free = new Set(stored?.flows.map(({ id }) => id));
  const problems: PurposeProblem[] = [];
  const known = flows.map((flow, position) => {
    if (flow.id && !free.delete(flow.id)) problems.push({ path: ['flows', position, 'id'], key: 'errors:choice' });
    return { ...flow, id: flow.id ?? randomUUIDv7() };
  });
  if (problems.length > 0) throw appError('BAD_REQUEST', { issues: problems });
  return { flows: known };
}

/**
 * The differences that an edit makes. Refuses changed entries that refer to something that the workspace, or the
 * application, does not have.
 */
async function lineChanges(
  trx: Trx,
  ctx: WorkspaceContext,
  { flows }: Draft,
  edit?: { before: Mapped; stored: Draft },
): Promise<LineChanges> {
  const { before, stored } = edit!;
  const recorded = new Map(stored.flows.map((flow, position) => [flow.id!, { position, text: flowText(flow) }]));
  const lines = flows.map((flow, position) => ({ ...flow, id: flow.id!, position }));
  const remaining = new Set(lines.map(({ id }) => id));
  const changed = lines.filter((flow) => recorded.get(flow.id)?.text !== flowText(flow));
  return {
    changed,
    removed: before.flows.map(({ id }) => id).filter((id) => !remaining.has(id)),
    moved: lines.filter((flow) => !changed.includes(flow) && recorded.get(flow.id)?.position !== flow.position),
    attributes: await assertPresent(trx, ctx, changed, before),
  };
}

/**
 * Attributes of the changed entries. @throws 400 naming the entry and field that refer to something that does not exist
 */
async function assertPresent(
  trx: Trx,
  ctx: WorkspaceContext,
  changed: readonly queries.FlowToWrite[],
  before: Mapped,
): Promise<LineChanges['attributes']> {
  const ws = ctx.workspace.id;
  const purposes = new Set(before.application.purposes.map(({ id }) => id));
  const attributes = await attributesOf(trx, ws, [...new Set(changed.flatMap(({ attributeIds }) => attributeIds))]);
  const receivers = await queries.receiversOf(trx, ws, [...purposes]);
  // A value that was chosen while its category was active stays valid.
  const present = new Set(before.flows.flatMap((flow) => flow.attributes.map(({ id }) => id)));
  const problems: PurposeProblem[] = [];
  const words: { field: string; kind: CatalogueKind; ids: string[] }[] = [];
  for (const flow of changed) {
    const line = flow.position;
    const check = (ok: boolean, field: string) => {
      if (!ok) problems.push({ path: ['flows', line, field], key: 'errors:choice' });
    };
    check(purposes.has(flow.purposeId), 'purposeId');
    check(
      flow.attributeIds.every((id) => attributes.has(id) && (attributes.get(id)!.categoryActive || present.has(id))),
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
    for (const { idKey, kind } of FLOW_WORD_KEYS.map((key) => FLOW_WORDS[key])) {
      const chosen = flow[idKey];
      words.push({ field: `${line} ${idKey}`, kind, ids: chosen ? [chosen] : [] });
    }
  }
  for (const wrong of await wrongChoices(trx, ws, words)) {
    const [line, field] = wrong.split(' ') as [string, string];
    problems.push({ path: ['flows', Number(line), field], key: 'errors:choice' });
  }
  if (problems.length > 0) throw appError('BAD_REQUEST', { issues: problems });
  return attributes;
}

/** The mapping's changes in the activity log: one for each entry, without those that only moved. */
function changesOf(before: readonly MappedFlow[], after: readonly MappedFlow[]): Change[] {
  const old = new Map(before.map((flow) => [flow.id, flow]));
  const remaining = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !remaining.has(id));
  const changed = after.filter((flow) => {
    const was = old.get(flow.id);
    return !was || flowText(inputOf(was)) !== flowText(inputOf(flow));
  });
  return [
    ...removed.map((flow) => ({ field: 'dataMapping', old: lineText(flow), new: null })),
    ...changed.map((flow) => {
      const was = old.get(flow.id);
      return { field: 'dataMapping', old: was ? lineText(was) : null, new: lineText(flow) };
    }),
  ];
}

/** An entry as the activity log has it. */
const lineText = (flow: MappedFlow): string =>
  lineTexts(flow, LOG_WORDS)
    .map(({ text }) => text)
    .join(' · ');
const LOG_WORDS = lineWordsIn('th');
