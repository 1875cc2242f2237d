import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type byServer,
  type createMailServer,
  type MailServer,
  type MailServerDraft,
  SERVER_LIMIT,
  type signMailServer,
  type unsignMailServer,
  type updateMailServer,
} from '../../../shared/mailServer/schema.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { actorOf } from '../../platform/actor.ts';
import { emitIn, type Organization } from '../../platform/auth/places.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, changesBetween } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { homeOf } from './places.ts';
import * as queries from './queries.ts';
import { existing } from './reading.ts';
import { assertUsable, leadsElsewhere, newDkim, sealPassword } from './settings.ts';
import { viewOf } from './view.ts';

/**
 * Adds a server to the caller's organisation. @throws 400 at the field, 409 `mailServer.nameTaken`,
 * `mailServer.tooMany`
 */
export async function create(ctx: SignedInContext, input: z.output<typeof createMailServer>): Promise<MailServer> {
  const { ws, password, ...draft } = input;
  const organization = await homeOf(ctx, ws);
  assertUsable({ ...draft, password }, false, ctx.deps.config);
  return organization.place.transaction(async (trx) => {
    await oneAtATime(trx, organization.id, 'mailServer');
    if ((await queries.countServers(trx, organization.id)) >= SERVER_LIMIT)
      throw appError('mailServer.tooMany', { values: { most: SERVER_LIMIT } });
    await assertNameFree(trx, organization.id, draft.name, null);
    const id = randomUUIDv7();
    const at = ctx.deps.now();
    await queries.insertServer(trx, {
      organizationId: organization.id,
      id,
      ...draft,
      password: passwordOf(ctx, id, { ...draft, password }) ?? null,
      createdAt: at,
      updatedAt: at,
    });
    return changed(trx, organization, id, 'mailServer.created');
  });
}

/**
 * Changes a server. Changing where its password is sent requires the password.
 * @throws 404, 403 `mailServer.elsewhere` while workspaces use it that are not the caller's, 400 at the field, 409
 * `staleEdit` with the newer one, `mailServer.nameTaken`
 */
export async function update(ctx: SignedInContext, input: z.output<typeof updateMailServer>): Promise<MailServer> {
  const { ws, id, rowVersion, password, ...edited } = input;
  const { organization } = await existing(ctx, { id, ws });
  return organization.place.transaction(async (trx) => {
    await oneAtATime(trx, organization.id, 'mailServer');
    const { before, sealed } = await locked(trx, ctx, organization, id);
    await assertNewest(before, rowVersion, () => viewOf(before, organization, ctx.deps.now()));
    const draft: MailServerDraft = { ...fieldsOf(before), ...withoutMissing(edited), password };
    assertUsable(draft, sealed !== null && !leadsElsewhere(before, draft), ctx.deps.config);
    await assertNameFree(trx, organization.id, draft.name, id);
    const changes = changesBetween(logged(before), logged(draft), ['username', 'fromAddress', 'bounceAddress']);
    const newPassword = passwordOf(ctx, id, draft);
    if (newPassword) changes.push({ field: 'password', old: '', new: '•••' });
    if (changes.length === 0) return viewOf(before, organization, ctx.deps.now());
    const { password: _, ...columns } = draft;
    await queries.updateServer(trx, {
      organizationId: organization.id,
      id,
      ...columns,
      ...(draft.active && { stopped: null }),
      ...(newPassword !== undefined && { password: newPassword }),
      rowVersion: rowVersion + 1,
      updatedAt: ctx.deps.now(),
    });
    return changed(trx, organization, id, 'mailServer.updated', changes);
  });
}

/**
 * Deletes a server: the global one carries the mails of its workspaces again. @throws 404, 403 `mailServer.elsewhere`
 */
export async function remove(ctx: SignedInContext, input: z.output<typeof byServer>): Promise<MailServer> {
  const { organization } = await existing(ctx, input);
  return organization.place.transaction(async (trx) => {
    await locked(trx, ctx, organization, input.id);
    const view = await changed(trx, organization, input.id, 'mailServer.removed');
    await queries.deleteServer(trx, organization.id, input.id);
    return view;
  });
}

/** Creates a key by which the mails of a server are signed, in place of the previous one. @throws as `update` does */
export async function sign(ctx: SignedInContext, input: z.output<typeof signMailServer>): Promise<MailServer> {
  const { key, publicKey } = await newDkim(ctx.deps.keyring, input.id);
  return changeDkim(ctx, input, { dkimSelector: input.selector, dkimKey: key, dkimPublic: publicKey });
}

/** Stops signing. @throws as `update` does */
export const unsign = (ctx: SignedInContext, input: z.output<typeof unsignMailServer>): Promise<MailServer> =>
  changeDkim(ctx, input, { dkimSelector: '', dkimKey: null, dkimPublic: '' });

async function changeDkim(
  ctx: SignedInContext,
  { ws, id, rowVersion }: z.output<typeof unsignMailServer>,
  columns: { dkimSelector: string; dkimKey: Buffer | null; dkimPublic: string },
): Promise<MailServer> {
  const { organization } = await existing(ctx, { id, ws });
  return organization.place.transaction(async (trx) => {
    const { before } = await locked(trx, ctx, organization, id);
    await assertNewest(before, rowVersion, () => viewOf(before, organization, ctx.deps.now()));
    await queries.updateServer(trx, {
      organizationId: organization.id,
      id,
      ...columns,
      rowVersion: rowVersion + 1,
      updatedAt: ctx.deps.now(),
    });
    const changes = [{ field: 'dkim', old: before.dkimSelector, new: columns.dkimSelector }];
    return changed(trx, organization, id, 'mailServer.updated', changes);
  });
}

/** The password to store: the stored one (undefined), or none (null) for a server without sign-in. */
function passwordOf(
  { deps }: SignedInContext,
  id: string,
  { username, password }: Pick<MailServerDraft, 'username' | 'password'>,
): Buffer | null | undefined {
  if (username === '') return null;
  return password === undefined ? undefined : sealPassword(deps.keyring, id, password);
}

async function assertNameFree(trx: Trx, organizationId: string, name: string, but: string | null): Promise<void> {
  if (await queries.isNamed(trx, organizationId, name, but)) throw appError('mailServer.nameTaken', { at: 'name' });
}

/** The server, locked for this transaction. @throws 404, 403 while workspaces use it that are not the caller's */
export async function locked(trx: Trx, ctx: SignedInContext, organization: Organization, id: string) {
  const organizationId = organization.id;
  const row = await queries.lockServer(trx, organizationId, id);
  const before = row && (await queries.findServer(trx, organizationId, id));
  if (!before) throw appError('mailServer.notFound');
  if (viewOf(before, organization, ctx.deps.now()).otherWorkspaces > 0) throw appError('mailServer.elsewhere');
  return { before, sealed: row.password };
}

const fieldsOf = (row: queries.ServerRow): MailServerDraft => {
  const {
    name,
    host,
    port,
    encryption,
    certificate,
    username,
    fromAddress,
    fromName,
    bounceAddress,
    dailyLimit,
    active,
  } = row;
  return {
    name,
    host,
    port,
    encryption,
    certificate,
    username,
    fromAddress,
    fromName,
    bounceAddress,
    dailyLimit,
    active,
  };
};

/** The fields of an edit; a field that is left out stays unchanged. */
const withoutMissing = (edited: Partial<MailServerDraft>): Partial<MailServerDraft> =>
  Object.fromEntries(Object.entries(edited).filter(([, value]) => value !== undefined));

/** The values that the activity log compares: of a certificate only a short part. */
const logged = ({ certificate, ...fields }: MailServerDraft) => ({
  name: fields.name,
  host: fields.host,
  port: String(fields.port),
  encryption: fields.encryption,
  username: fields.username,
  fromAddress: fields.fromAddress,
  fromName: fields.fromName,
  bounceAddress: fields.bounceAddress,
  dailyLimit: fields.dailyLimit,
  active: fields.active,
  certificate: certificate === '' ? '' : '…' + certificate.slice(-60, -30),
});

/** Logs the change in every workspace whose mails it carries. @returns the server as it is now */
export async function changed(
  trx: Trx,
  organization: Organization,
  id: string,
  event: EventName,
  changes: Change[] = [],
): Promise<MailServer> {
  const row = await queries.findServer(trx, organization.id, id);
  if (!row) throw appError('mailServer.notFound');
  const concerned = row.links.map((link) => link.id);
  await emitIn(trx, organization, concerned, { event, entityId: id, subject: row.name, changes });
  return viewOf(row, organization, actorOf(organization.place).at);
}
