import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { noticeContent } from '../../../shared/privacyNotice/content.ts';
import { type NoticeChange, noticeChanges } from '../../../shared/privacyNotice/drift.ts';
import type { noticeDrift } from '../../../shared/privacyNotice/schema.ts';
import { noticeParts } from '../../../shared/privacyNotice/text/notice.ts';
import { writtenParts } from '../../../shared/privacyNotice/write.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import { emit, emitAll } from '../../platform/live/emit.ts';
import { publicAddress } from '../../platform/mail/links.ts';
import { type RecordListener, recordsChanged } from '../../platform/records/listener.ts';
import { firstUncovered } from './coverage.ts';
import { noticesStating, officerNow } from './officer.ts';
import * as queries from './queries.ts';
import * as registerQueries from './registerQueries.ts';
import { versionParts } from './versionParts.ts';
import * as versionQueries from './versionQueries.ts';
import { noticeRegister, type NoticeRegister } from './publishedRegister.ts';
import { noticeFacts } from './register.ts';
import { writersOf } from './writers.ts';

interface Place {
  readonly workspace: { readonly id: string };
  readonly deps: WithDeps['deps'];
}

type Drift = z.output<typeof noticeDrift>;

/** The differences between the current register, in the form of the newest version, and that version. */
export async function driftOf(
  trx: Trx,
  { workspace: { id: workspaceId }, deps }: Place,
  { id, publishedVersion }: { id: string; publishedVersion: number },
): Promise<Drift> {
  const found =
    publishedVersion > 0
      ? await versionQueries.findVersion(trx, workspaceId, id, { version: publishedVersion })
      : undefined;
  if (!found) return { version: 0, tellAgain: false, changes: [] };
  const { draft, kind, dataControllerId } = noticeContent.parse(found.content);
  const parts = await versionParts(trx, workspaceId, found.content);
  const [register, dpo] = await Promise.all([
    noticeRegister(trx, workspaceId, dataControllerId, bangkokDay(deps.now()), draft),
    officerNow(trx, workspaceId, { id, version: found.version }, draft.dpo),
  ]);
  const named = { workspaceId, id, kind };
  const { elsewhere, ...facts } = noticeFacts(named, { ...draft, dpo }, register, publicAddress(deps.config));
  // What a notice that is not in force says, nobody can read there.
  const inForce = elsewhere.filter(({ isInForce }) => isInForce);
  const current = writtenParts(noticeParts({ ...facts, elsewhere: inForce }), draft.edits);
  const changes = [...noticeChanges(parts, current), ...controllerChanges(register)];
  return { version: found.version, tellAgain: changes.some((change) => change.tellAgain), changes };
}

/** Applications of another data controller by now: the notice tells people that the wrong one is responsible. */
const controllerChanges = ({ controller, applications }: NoticeRegister): NoticeChange[] =>
  applications
    .filter(({ content }) => content.dataController.id !== controller.id)
    .map(({ id, name, content: { dataController } }) => ({
      key: `${id}.dataController`,
      heading: { th: name, en: name },
      kind: 'changed',
      section: '23(5)',
      record: 'application',
      recordId: id,
      field: 'dataController',
      before: { th: controller.name.th, en: controller.name.en || controller.name.th },
      after: { th: dataController.name.th, en: dataController.name.en || dataController.name.th },
      tellAgain: true,
    }));

/** Checks published notices again: each states whether it still matches the register. */
export async function judge(trx: Trx, actor: WithDeps, ids: readonly string[]): Promise<void> {
  const { workspaceId, deps } = actor;
  // Locked first: a notice that is being published is read after that.
  for (const { id, name, publishedVersion, driftedAt } of await queries.lockPublished(trx, workspaceId, ids)) {
    const { changes } = await driftOf(trx, { workspace: { id: workspaceId }, deps }, { id, publishedVersion });
    const isDrifted = changes.length > 0;
    if (isDrifted === (driftedAt !== null)) continue;
    await queries.markDrift(trx, workspaceId, id, isDrifted ? actor.at : null);
    const event = isDrifted ? 'privacyNotice.drifted' : 'privacyNotice.restored';
    await emit(trx, actor, { event, entityId: id, subject: name });
  }
}

async function follow(trx: Trx, actor: WithDeps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await judge(trx, actor, ids);
  // The text of a draft changes, too.
  await recordsChanged(trx, actor, 'privacyNotice', ids);
}

async function ofApplications(trx: Trx, actor: WithDeps, applicationIds: readonly string[]): Promise<void> {
  const { workspaceId } = actor;
  // Their data controllers are recipients of whoever shares data with them.
  const sharing = await registerQueries.applicationsSharingWith(trx, workspaceId, applicationIds);
  await follow(trx, actor, await queries.noticesOf(trx, workspaceId, [...applicationIds, ...sharing]));
}

/** Has notices that refer to this one follow its name, and whether it is in force. */
export const ofReferences = async (trx: Trx, actor: WithDeps, id: string): Promise<void> =>
  follow(trx, actor, await queries.noticesReferringTo(trx, actor.workspaceId, id));

/** Notifies the editors of notices that applications were published for the first time without one. */
async function announceUncovered(trx: Trx, { workspaceId, deps, at }: WithDeps, ids: readonly string[]): Promise<void> {
  const uncovered = await firstUncovered(trx, workspaceId, ids, bangkokDay(at));
  if (uncovered.length === 0) return;
  const notify = await writersOf(trx, workspaceId);
  // Without an actor: whoever published the application may edit its notice, too.
  const actor = systemActor(deps, workspaceId, at);
  const event = 'application.uncovered';
  await emitAll(
    trx,
    actor,
    uncovered.map(({ id, name }) => ({ event, entityId: id, subject: name, notify })),
  );
}

/**
 * Request forms came into force, or no longer accept requests on their own pages: notices of their applications name
 * those that do.
 */
const ofRequestForms = async (trx: Trx, actor: WithDeps, ids: readonly string[]): Promise<void> =>
  ofApplications(trx, actor, await registerQueries.applicationsOfForms(trx, actor.workspaceId, ids));

/**
 * A notice depends on published applications and purposes, on the data controller, on its data protection officer, and
 * on request forms in force: none is while requests are switched off, or its own page takes none.
 */
export const recordListeners = {
  application: {
    changed: ofApplications,
    published: async (trx, actor, ids) => {
      await ofApplications(trx, actor, ids);
      await announceUncovered(trx, actor, ids);
    },
    removing: (trx, actor, id) => queries.assertUnnamed(trx, actor.workspaceId, id, bangkokDay(actor.at)),
  },
  purpose: {
    published: async (trx, actor, ids) =>
      ofApplications(trx, actor, await registerQueries.applicationsWith(trx, actor.workspaceId, ids)),
  },
  personnel: {
    // Before what else of a notice is locked, such as its approval: in the order of whoever saves it.
    moving: async (trx, actor, { id }) => {
      await queries.lockPublished(trx, actor.workspaceId, await noticesStating(trx, actor.workspaceId, [id]));
    },
    changed: async (trx, actor, ids) => judge(trx, actor, await noticesStating(trx, actor.workspaceId, ids)),
  },
  requestForm: { changed: ofRequestForms, published: ofRequestForms },
  workspace: {
    changed: async (trx, actor) =>
      ofApplications(trx, actor, await registerQueries.applicationsOfForms(trx, actor.workspaceId)),
  },
} satisfies Record<string, RecordListener>;
