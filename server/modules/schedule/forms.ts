import type { z } from 'zod';
import type { List } from '../../../shared/list.ts';
import { may } from '../../../shared/registry/permissions.ts';
import type { listForms, namedForms, ScheduleForm } from '../../../shared/schedule/schema.ts';
import type { Trx } from '../../../db/client.ts';
import { organizationsOf } from '../../platform/auth/places.ts';
import { pageOfRows } from '../../platform/list/rows.ts';
import { namesOf } from '../../platform/records/names.ts';
import type { SignedInContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

const thai = new Intl.Collator('th');
const ORDER = { name: (a: ScheduleForm, b: ScheduleForm) => thai.compare(a.name, b.name) };

/** One page of the forms of these workspaces that the caller can choose. */
export async function listFormsOf(
  ctx: SignedInContext,
  { workspaceIds, ...input }: z.output<typeof listForms>,
): Promise<List<ScheduleForm>> {
  const wanted = new Set(workspaceIds);
  const places = (await organizationsOf(ctx, input.ws))
    .flatMap((organization) => organization.places)
    .filter(({ workspace, standing }) => wanted.has(workspace.id) && may(standing, 'consent.export'));
  const all = await formsIn(places, (trx, workspaceId) => queries.formsNamed(trx, workspaceId, input.query));
  return pageOfRows(all, input, ORDER);
}

/**
 * Names of a schedule's forms, also of workspaces that are closed or without the console; without those of workspaces
 * of which the caller is no Admin.
 */
export async function formsNamed(
  ctx: SignedInContext,
  { ws, ids }: z.output<typeof namedForms>,
): Promise<ScheduleForm[]> {
  const owned = (await organizationsOf(ctx, ws)).flatMap((organization) => organization.owned);
  return ids.length === 0
    ? []
    : formsIn(owned, async (trx, workspaceId) =>
        [...(await namesOf(trx, workspaceId, 'consents', ids))].map(([id, name]) => ({ id, name })),
      );
}

type Found = { id: string; name: string }[];

async function formsIn(
  places: readonly WorkspaceContext[],
  find: (trx: Trx, workspaceId: string) => Promise<Found>,
): Promise<ScheduleForm[]> {
  const all: ScheduleForm[] = [];
  for (const place of places) {
    const { id, name } = place.workspace;
    const found = await place.read((trx) => find(trx, id));
    all.push(...found.map((form) => ({ ...form, workspace: { id, name } })));
  }
  return all;
}
