import { randomUUIDv7 } from 'node:crypto';
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
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, changesBetween, emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { type Organization, organizationsOf } from '../../platform/auth/places.ts';
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
    return changed(trx, organization, id, 'schedule.created');
  });
}

/**
 * Changes a schedule. Changing where its secret is sent requires the password or key.
 * @throws 404, 403 `schedule.elsewhere` while it has workspaces that are not the caller's, 400 at the field, 409
 * `staleEdit` with the newer one, `schedule.nameTaken`
 */
export async function update(ctx: SignedInContext, input: z.output<typeof updateSchedule>): Promise<Schedule> {
  const { ws, id, rowVersion, ...draft } = input;
  const { organization } = await existing(ctx, { id, ws });
  await assertUsable(draft, ctx.deps.config);
  const secret = secretOf(ctx, id, draft);
  const consents = await consentsOf(organization, draft);
  return organization.place.transaction(async (trx) => {
    await oneAtATime(trx, organization.id, 'schedule');
    const before = await locked(trx, ctx, organization, id);
    await assertNewest(before, rowVersion, () => viewOf(before, organization.places, ctx.deps.now()));
    if (!secret && leadsElsewhere(before, draft))
      throw appError('schedule.secretAgain', { at: secretField(before.signIn) });
    const hostKey = draft.hostKey ?? (isOtherServer(before, draft) ? null : before.hostKey);
    assertConfirmed(draft, hostKey);
    await assertNameFree(trx, organization.id, draft.name, id);
    const changes = changesBetween(
      logged({ ...before, hostKey: before.hostKey }, formsOf(before)),
      logged(
        { ...draft, hostKey },
        consents.map(({ consentId }) => consentId),
      ),
      ['username'],
    );
    if (secret) changes.push({ field: 'secret', old: '', new: '•••' });
    if (changes.length === 0) return viewOf(before, organization.places, ctx.deps.now());
    await queries.updateSchedule(trx, {
      organizationId: organization.id,
      id,
      ...columnsOf(draft),
      ...secret,
      hostKey,
      ...(draft.active && { stopped: null }),
      nextAt: draft.active ? nextRun(timingOf(draft), ctx.deps.now()) : null,
      rowVersion: rowVersion + 1,
      updatedAt: ctx.deps.now(),
    });
    await queries.setConsents(trx, { organizationId: organization.id, scheduleId: id }, consents);
    return changed(trx, organization, id, 'schedule.updated', changes);
  });
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
    await assertNewest(before, rowVersion, () => viewOf(before, organization.places, ctx.deps.now()));
    const at = ctx.deps.now();
    if (before.active === active) return viewOf(before, organization.places, at);
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
    return changed(trx, organization, id, 'schedule.updated', changes);
  });
}

/** Deletes a schedule. @throws 404, 403 `schedule.elsewhere` */
export async function remove(ctx: SignedInContext, input: z.output<typeof bySchedule>): Promise<Schedule> {
  const { organization } = await existing(ctx, input);
  return organization.place.transaction(async (trx) => {
    await locked(trx, ctx, organization, input.id);
    const view = await changed(trx, organization, input.id, 'schedule.removed');
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
 * The forms with their workspaces. @throws 400 for a workspace from which the caller cannot export, or without a form,
 * and for a form of none of them
 */
async function consentsOf({ places }: Organization, { workspaceIds, consentIds }: ScheduleDraft) {
  const found: { workspaceId: string; consentId: string }[] = [];
  for (const workspaceId of new Set(workspaceIds)) {
    const place = places.find(({ workspace }) => workspace.id === workspaceId);
    if (!place || !may(place.standing, 'consent.export')) throw appError('schedule.workspaces', { at: 'workspaceIds' });
    const own = await place.read((trx) => queries.consentsOf(trx, workspaceId, consentIds));
    if (own.length === 0) throw appError('schedule.consents', { at: 'consentIds' });
    found.push(...own.map((consentId) => ({ workspaceId, consentId })));
  }
  if (found.length !== new Set(consentIds).size) throw appError('schedule.consents', { at: 'consentIds' });
  return found;
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
const formsOf = ({ consents }: queries.ScheduleRow): string[] => consents.map(({ form }) => form);

/** The values that the activity log compares: forms by id only. */
const logged = (settings: Settings & { hostKey: string | null }, consents: readonly string[]) => {
  const { port, hour, day, encryptionKey, ...columns } = columnsOf(settings);
  return {
    ...columns,
    hostKey: settings.hostKey ?? '',
    // Enough to distinguish two keys: the rest would fill the log.
    encryptionKey: encryptionKey === '' ? '' : `…${encryptionKey.slice(-60, -30).replace(/\s/g, '')}`,
    port: String(port),
    hour: String(hour),
    day: String(day ?? ''),
    consents: consents.toSorted().join(' '),
  };
};

async function changed(
  trx: Trx,
  { id: organizationId, place, places }: Organization,
  id: string,
  event: EventName,
  changes: Change[] = [],
): Promise<Schedule> {
  const actor = actorOf(place);
  const row = await queries.findSchedule(trx, organizationId, id);
  if (!row) throw appError('schedule.notFound');
  await emit(trx, actor, { event, entityId: id, subject: row.name, changes });
  return viewOf(row, places, actor.at);
}
