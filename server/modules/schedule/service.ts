import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { nextRun } from '../../../shared/schedule/runs.ts';
import { may } from '../../../shared/registry/permissions.ts';
import {
  type bySchedule,
  type createSchedule,
  type Schedule,
  SCHEDULE_LIMIT,
  type ScheduleDraft,
  type setActive as setActiveInput,
  timingOf,
  type updateSchedule,
} from '../../../shared/schedule/schema.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, changesBetween } from '../../platform/live/emit.ts';
import { namesOf } from '../../platform/records/names.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { emitIn, type Organization, organizationsOf } from '../../platform/auth/places.ts';
import * as queries from './queries.ts';
import { assertOwn, existing } from './reading.ts';
import { sealSecret } from './secret.ts';
import { assertUsable, isOtherServer, leadsElsewhere, secretField } from './settings.ts';
import { viewOf } from './view.ts';

/** Adds a schedule. @throws 400 at the field, 409 `schedule.nameTaken`, `schedule.tooMany` */
export async function create(ctx: SignedInContext, input: z.output<typeof createSchedule>): Promise<Schedule> {
  const { ws, ...draft } = input;
  const [organization, ...others] = await organizationsOf(ctx, ws);
  if (!organization || others.length > 0) throw appError('schedule.whichOrganization', { at: 'ws' });
  await assertUsable(draft, ctx.deps.config);
  assertConfirmed(draft, draft.hostKey);
  const id = randomUUIDv7();
  const secret = secretOf(ctx, id, draft);
  if (!secret) throw appError('schedule.oneSecret', { at: 'password' });
  const consents = await consentsOf(organization, draft);
  return organization.place.transaction(async (trx) => {
    await oneAtATime(trx, organization.id, 'schedule');
    if ((await queries.countSchedules(trx, organization.id)) >= SCHEDULE_LIMIT)
      throw appError('schedule.tooMany', { values: { most: SCHEDULE_LIMIT } });
    await assertNameFree(trx, organization.id, draft.name, null);
    const at = ctx.deps.now();
    await queries.insertSchedule(trx, {
      organizationId: organization.id,
      id,
      ...columnsOf(draft),
      ...secret,
      hostKey: draft.hostKey ?? null,
      nextAt: draft.active ? nextRun(timingOf(draft), at) : null,
      createdAt: at,
      updatedAt: at,
    });
    await queries.setConsents(trx, { organizationId: organization.id, scheduleId: id }, consents);
    return changed(trx, ctx, organization, { id, event: 'schedule.created' });
  });
}

/**
 * Changes a schedule. Changing where its secret is sent requires the password or key.
 * @throws 404, 403 `schedule.elsewhere` while it has workspaces that are not the caller's, 400 at the field, 409
 * `staleEdit` with the newer one, `schedule.nameTaken`
 */
export async function update(ctx: SignedInContext, input: z.output<typeof updateSchedule>): Promise<Schedule> {
  const { ws, id, rowVersion, ...draft } = input;
  const { organization, row } = await existing(ctx, { id, ws });
  await assertUsable(draft, ctx.deps.config);
  const secret = secretOf(ctx, id, draft);
  const consents = await consentsOf(organization, draft, row.consents);
  return organization.place.transaction(async (trx) => {
    await oneAtATime(trx, organization.id, 'schedule');
    const before = await locked(trx, ctx, organization, id);
    await assertNewest(before, rowVersion, () => viewOf(before, organization, ctx.deps.now()));
    if (!secret && leadsElsewhere(before, draft))
      throw appError('schedule.secretAgain', { at: secretField(before.signIn) });
    const hostKey = draft.hostKey ?? (isOtherServer(before, draft) ? null : before.hostKey);
    assertConfirmed(draft, hostKey);
    await assertNameFree(trx, organization.id, draft.name, id);
    const changes = changesBetween(logged(before), logged({ ...draft, hostKey }), ['username']);
    if (secret) changes.push({ field: 'secret', old: '', new: '•••' });
    const forms = consents.map(({ consentId }) => consentId);
    if (changes.length === 0 && isDeepStrictEqual(formsOf(before), forms.toSorted()))
      return viewOf(before, organization, ctx.deps.now());
    await queries.updateSchedule(trx, {
      organizationId: organization.id,
      id,
      ...columnsOf(draft),
      ...secret,
      hostKey,
      ...(draft.active && { stopped: null }),
      nextAt: nextAfter(draft, await queries.nextAtOf(trx, organization.id, id), ctx.deps.now()),
      rowVersion: rowVersion + 1,
      updatedAt: ctx.deps.now(),
    });
    await queries.setConsents(trx, { organizationId: organization.id, scheduleId: id }, consents);
    return changed(trx, ctx, organization, { id, event: 'schedule.updated', changes, before });
  });
}

/** When a changed schedule runs next. A run that is due and not planned yet stays, whatever was changed. */
function nextAfter(draft: ScheduleDraft, nextAt: string | null, at: Date): Date | string | null {
  if (!draft.active) return null;
  return nextAt !== null && Date.parse(nextAt) <= at.getTime() ? nextAt : nextRun(timingOf(draft), at);
}

/**
 * Pauses or resumes a schedule. @throws 404, 403 `schedule.elsewhere`, 400 `schedule.hostKey`, 409 `staleEdit`,
 * `schedule.noForms`
 */
export async function setActive(ctx: SignedInContext, input: z.output<typeof setActiveInput>): Promise<Schedule> {
  const { id, active, rowVersion } = input;
  const { organization } = await existing(ctx, input);
  return organization.place.transaction(async (trx) => {
    const before = await locked(trx, ctx, organization, id);
    await assertNewest(before, rowVersion, () => viewOf(before, organization, ctx.deps.now()));
    const at = ctx.deps.now();
    if (before.active === active) return viewOf(before, organization, at);
    if (active && before.hostKey === null) throw appError('schedule.hostKey');
    if (active && before.consents.length === 0) throw appError('schedule.noForms');
    await queries.updateSchedule(trx, {
      organizationId: organization.id,
      id,
      active,
      stopped: null,
      nextAt: active ? nextRun(timingOf(before), at) : null,
      rowVersion: rowVersion + 1,
      updatedAt: at,
    });
    const changes = [{ field: 'active', old: !active, new: active }];
    return changed(trx, ctx, organization, { id, event: 'schedule.updated', changes, before });
  });
}

/** Deletes a schedule. @throws 404, 403 `schedule.elsewhere` */
export async function remove(ctx: SignedInContext, input: z.output<typeof bySchedule>): Promise<Schedule> {
  const { organization } = await existing(ctx, input);
  return organization.place.transaction(async (trx) => {
    await locked(trx, ctx, organization, input.id);
    const view = await changed(trx, ctx, organization, { id: input.id, event: 'schedule.removed' });
    await queries.deleteSchedule(trx, organization.id, input.id);
    return view;
  });
}

/** @throws 400 for an active schedule whose server's key nobody has confirmed */
function assertConfirmed({ active }: ScheduleDraft, hostKey: string | null | undefined): void {
  if (active && !hostKey) throw appError('schedule.hostKey', { at: 'hostKey' });
}

/** The password or key in its stored form; undefined where none is stated. */
function secretOf({ deps }: SignedInContext, id: string, { password, privateKey }: ScheduleDraft) {
  const secret = password ?? privateKey;
  if (secret === undefined) return undefined;
  return {
    signIn: password === undefined ? 'key' : 'password',
    // OpenSSH only reads a key that ends with a line break.
    secret: sealSecret(deps.keyring, id, password ?? `${privateKey}\n`),
  };
}

/**
 * The forms with their workspaces. A workspace that is closed or without consent keeps those that it has in the
 * schedule (`before`): everything else of it can be changed meanwhile.
 * @throws 400 for a workspace from which the caller cannot export, or without a form, and for a form of none of them
 */
async function consentsOf(
  { owned }: Organization,
  { workspaceIds, consentIds }: ScheduleDraft,
  before: queries.ScheduleRow['consents'] = [],
) {
  const chosen: { workspaceId: string; consentId: string }[] = [];
  for (const workspaceId of new Set(workspaceIds)) {
    const place = owned.find(({ workspace }) => workspace.id === workspaceId);
    const isUsed = before.some(({ workspace }) => workspace === workspaceId);
    const mayExport = place && may(place.standing, 'admin.console') && may(place.standing, 'consent.export');
    if (!place || !(mayExport || isUsed)) throw appError('schedule.workspaces', { at: 'workspaceIds' });
    const found = await place.read((trx) => queries.consentsOf(trx, workspaceId, consentIds));
    const own = mayExport ? found : found.filter((id) => before.some(({ form }) => form === id));
    if (own.length === 0) throw appError('schedule.consents', { at: 'consentIds' });
    chosen.push(...own.map((consentId) => ({ workspaceId, consentId })));
  }
  if (chosen.length !== new Set(consentIds).size) throw appError('schedule.consents', { at: 'consentIds' });
  return chosen;
}

async function assertNameFree(trx: Trx, organizationId: string, name: string, but: string | null): Promise<void> {
  if (await queries.isNamed(trx, organizationId, name, but)) throw appError('schedule.nameTaken', { at: 'name' });
}

/** The schedule, locked for this transaction. @throws 404, 403 while it has workspaces that are not the caller's */
async function locked(trx: Trx, ctx: SignedInContext, organization: Organization, id: string) {
  const before = await queries.lockSchedule(trx, organization.id, id);
  if (!before) throw appError('schedule.notFound');
  assertOwn(ctx, before, organization);
  return before;
}

type Settings = Omit<ScheduleDraft, 'workspaceIds' | 'consentIds' | 'password' | 'privateKey' | 'hostKey'>;
const columnsOf = (settings: Settings) => {
  const { name, content, format, locale, encryptionKey, host, port, username, folder, active, ...timing } = settings;
  return { name, content, format, locale, encryptionKey, host, port, username, folder, active, ...timingOf(timing) };
};
/** The forms of a schedule, by id, in this order; those of one workspace alone. */
const formsOf = ({ consents }: queries.ScheduleRow, workspaceId?: string): string[] =>
  consents
    .filter(({ workspace }) => workspaceId === undefined || workspace === workspaceId)
    .map(({ form }) => form)
    .toSorted();

/** The values that the activity log compares, but for the forms: each workspace reads the names of its own. */
const logged = (settings: Settings & { hostKey: string | null }) => {
  const { port, hour, day, encryptionKey, ...columns } = columnsOf(settings);
  return {
    ...columns,
    hostKey: settings.hostKey ?? '',
    // Enough to distinguish two keys: the rest would fill the log.
    encryptionKey: encryptionKey === '' ? '' : `…${encryptionKey.slice(-60, -30).replace(/\s/g, '')}`,
    port: String(port),
    hour: String(hour),
    day: String(day ?? ''),
  };
};

interface Changed {
  id: string;
  event: EventName;
  changes?: Change[];
  before?: queries.ScheduleRow;
}

/** Which forms of a workspace a change adds or removes, by name. */
async function formChanges(
  trx: Trx,
  workspaceId: string,
  [before, after]: readonly [queries.ScheduleRow, queries.ScheduleRow],
): Promise<Change[]> {
  const [old, now] = [formsOf(before, workspaceId), formsOf(after, workspaceId)];
  if (isDeepStrictEqual(old, now)) return [];
  const names = await namesOf(trx, workspaceId, 'consents', [...old, ...now]);
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '');
  return [{ field: 'consents', old: named(old), new: named(now) }];
}

/** Logs the change in every workspace whose forms it delivers or delivered. @returns the schedule as it is now */
async function changed(
  trx: Trx,
  { deps }: SignedInContext,
  organization: Organization,
  { id, event, changes = [], before }: Changed,
): Promise<Schedule> {
  const row = await queries.findSchedule(trx, organization.id, id);
  if (!row) throw appError('schedule.notFound');
  const concerned = [...(before?.consents ?? []), ...row.consents].map(({ workspace }) => workspace);
  await emitIn(trx, organization, concerned, { event, entityId: id, subject: row.name, changes }, (workspaceId) =>
    before ? formChanges(trx, workspaceId, [before, row]) : Promise.resolve([]),
  );
  return viewOf(row, organization, deps.now());
}
