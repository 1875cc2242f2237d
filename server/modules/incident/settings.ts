import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type IncidentSettings,
  type IncidentSettingsFields,
  incidentSettingsFields,
  type updateIncidentSettings,
} from '../../../shared/incident/settings.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { type Change, changesBetween, emit } from '../../platform/live/emit.ts';
import { linkOf, newLinkToken, tokenAfter } from '../../platform/publicPage/link.ts';
import { AUTHORITY, lockSettings, moveAllClocks, settingsOf, type StoredSettings } from './clock.ts';
import { assertNewest } from '../../platform/records/stale.ts';

const fieldsOf = ({
  authorityHours,
  basis,
  alertHours,
  publicForm,
}: IncidentSettingsFields): IncidentSettingsFields => ({ authorityHours, basis, alertHours, publicForm });

// The link is returned only to those who can distribute it.
const settingsView = ({ deps, standing }: WorkspaceContext, settings: StoredSettings): IncidentSettings => ({
  ...fieldsOf(settings),
  publicUrl: may(standing, 'incident.verify')
    ? linkOf(deps.config, pageAddress('reportIncident'), { token: settings.publicToken, isOpen: settings.publicForm })
    : null,
  rowVersion: settings.rowVersion,
});

/** The current statutory numbers and settings of the public form. */
export const get = (ctx: WorkspaceContext): Promise<IncidentSettings> =>
  ctx.transaction(async (trx) => settingsView(ctx, await settingsOf(trx, ctx.workspace.id)));

/**
 * Saves over `rowVersion`. Other hours or other reminders move every open deadline of the workspace, in the same
 * transaction; what deadlines count from does not, since the earlier moment always leads.
 * @throws 409 `staleEdit`
 */
export function update(
  ctx: WorkspaceContext,
  input: z.output<typeof updateIncidentSettings>,
): Promise<IncidentSettings> {
  const fields = incidentSettingsFields.parse(input);
  return ctx.transaction(async (trx) => {
    const { id: workspaceId } = ctx.workspace;
    await lockSettings(trx, workspaceId);
    const before = await settingsOf(trx, workspaceId);
    await assertNewest(before, input.rowVersion, () => settingsView(ctx, before));
    const changes = changesBetween({ ...fieldsOf(before) }, { ...fieldsOf(fields) });
    if (changes.length === 0) return settingsView(ctx, before);
    const publicToken = tokenAfter(before.publicToken, fields.publicForm);
    const after = await save(trx, ctx, { ...fields, publicToken });
    if (changes.some(({ field }) => field === 'authorityHours' || field === 'alertHours'))
      await moveAllClocks(trx, { workspaceId, now: ctx.deps.now() }, after);
    await changed(trx, ctx, changes, { concernsClocks: changes.some(({ field }) => field !== 'publicForm') });
    return settingsView(ctx, after);
  });
}

/** Replaces the link; the old one is no longer valid. */
export function renewLink(ctx: WorkspaceContext): Promise<IncidentSettings> {
  return ctx.transaction(async (trx) => {
    await lockSettings(trx, ctx.workspace.id);
    const before = await settingsOf(trx, ctx.workspace.id);
    const after = await save(trx, ctx, { ...fieldsOf(before), publicToken: newLinkToken() });
    // The change is logged without the link, which opens the form.
    await changed(trx, ctx, [{ field: 'publicLink', old: before.publicToken ? '•••' : null, new: '•••' }], {
      concernsClocks: false,
    });
    return settingsView(ctx, after);
  });
}

async function save(
  trx: Trx,
  ctx: WorkspaceContext,
  settings: IncidentSettingsFields & { publicToken: string | null },
): Promise<StoredSettings> {
  const values = { ...settings, updatedBy: ctx.personnel.id, updatedAt: ctx.deps.now() };
  await trx
    .insertInto('incidentSettings')
    .values({ workspaceId: ctx.workspace.id, ...values })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({ ...values, rowVersion: sql`incident_settings.row_version + 1` }),
    )
    .execute();
  return settingsOf(trx, ctx.workspace.id);
}

/**
 * Refreshes every screen that shows a deadline: one event, however many there are, that names the Staff of these
 * incidents.
 */
async function changed(
  trx: Trx,
  ctx: WorkspaceContext,
  changes: Change[],
  { concernsClocks }: { concernsClocks: boolean },
): Promise<void> {
  const recipients = concernsClocks ? await peopleOfOpenClocks(trx, ctx.workspace.id) : [];
  await emit(trx, actorOf(ctx), { event: 'incidentSettings.changed', entityId: ctx.workspace.id, changes, recipients });
  if (concernsClocks) await emit(trx, actorOf(ctx), { event: 'incidentDashboard.changed', entityId: ctx.workspace.id });
}

async function peopleOfOpenClocks(trx: Trx, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.id from deadlines as d
    join incidents as i on i.workspace_id = d.workspace_id and i.id = d.subject_id, unnest(array[i.reporter_id, i.assignee_id]) as p (id)
    where d.workspace_id = ${workspaceId} and d.kind = ${AUTHORITY} and d.ended_at is null and p.id is not null`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
