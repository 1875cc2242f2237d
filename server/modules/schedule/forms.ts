import type { z } from 'zod';
import type { List } from '../../../shared/list.ts';
import { may } from '../../../shared/registry/permissions.ts';
import type { listForms, namedForms, ScheduleForm } from '../../../shared/schedule/schema.ts';
import type { Trx } from '../../../db/client.ts';
import { organizationsOf } from '../../platform/auth/places.ts';
import { pageOfRows } from '../../platform/list/rows.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

const thai = new Intl.Collator('th');
const ORDER = { name: (a: ScheduleForm, b: ScheduleForm) => thai.compare(a.name, b.name) };

/** One page of the forms of these workspaces that the caller can choose. */
export async function listFormsOf(
  ctx: SignedInContext,
  { workspaceIds, ...input }: z.output<typeof listForms>,
): Promise<List<ScheduleForm>> {
  const wanted = new Set(workspaceIds);
  const all = await formsIn(ctx, input.ws, (trx, workspaceId) =>
    wanted.has(workspaceId) ? queries.formsNamed(trx, workspaceId, input.query) : [],
  );
  return pageOfRows(all, input, ORDER);
}

/** Names of a schedule's forms; without those of other workspaces than the caller's. */
export const formsNamed = (ctx: SignedInContext, { ws, ids }: z.output<typeof namedForms>): Promise<ScheduleForm[]> =>
  formsIn(ctx, ws, (trx, workspaceId) => (ids.length === 0 ? [] : queries.namesOf(trx, workspaceId, ids)));

type Found = { id: string; name: string }[];

async function formsIn(
  ctx: SignedInContext,
  ws: string | undefined,
  find: (trx: Trx, workspaceId: string) => Promise<Found> | Found,
): Promise<ScheduleForm[]> {
  const all: ScheduleForm[] = [];
  for (const { places } of await organizationsOf(ctx, ws))
    for (const place of places) {
      if (!may(place.standing, 'consent.export')) continue;
      const { id, name } = place.workspace;
      const found = await place.read(async (trx) => find(trx, id));
      all.push(...found.map((form) => ({ ...form, workspace: { id, name } })));
    }
  return all;
}
