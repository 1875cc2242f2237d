import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import { FLAGS } from '../../../shared/registry/flags.ts';
import { TIER_LIMITS } from '../../../shared/registry/tiers.ts';
import {
  type listWorkspaceUsage,
  STORAGE_KINDS,
  type storageInput,
  type StorageKind,
  type UsagePart,
  type WorkspaceStorage,
  type WorkspaceUsageRow,
} from '../../../shared/workspace/usage.ts';
import { placesNamed } from '../../platform/auth/places.ts';
import { appError } from '../../platform/errors.ts';
import { compared, pageOfRows } from '../../platform/list/rows.ts';
import { readQuota } from '../../platform/mail/quota.ts';
import type { SignedInContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

const thai = new Intl.Collator('th');
type Order = (a: WorkspaceUsageRow, b: WorkspaceUsageRow) => number;
const ORDER: Record<z.output<typeof listWorkspaceUsage>['sortBy'], Order> = {
  name: (a, b) => thai.compare(a.name, b.name),
  people: (a, b) => a.people.used - b.people.used,
  storage: (a, b) => a.storage.bytes - b.storage.bytes,
  mails: (a, b) => a.mails.used - b.mails.used,
};
const NEAR = 0.8;

/** Usage and limits of the workspaces that the caller administers. */
export async function listUsage(
  ctx: SignedInContext,
  input: z.output<typeof listWorkspaceUsage>,
): Promise<List<WorkspaceUsageRow>> {
  const { ws, query, state, tier } = input;
  const places = (await placesNamed(ctx, ws, query)).filter(
    ({ workspace }) => tier === 'ALL' || workspace.tier === tier,
  );
  const rows: WorkspaceUsageRow[] = [];
  for (const place of places) rows.push(await readUsage(place));
  return pageOfRows(
    rows.filter((row) => state === 'ALL' || row.state === state),
    input,
    ORDER,
  );
}

const readUsage = ({
  workspace: { id, name, tier, flags },
  deps,
  read,
}: WorkspaceContext): Promise<WorkspaceUsageRow> =>
  read(async (trx) => {
    const [used, storage, { limits, left, invitationsLeft }] = await Promise.all([
      queries.usageOf(trx, id),
      storageOf(trx, id),
      readQuota(trx, deps, id),
    ]);
    const parts = {
      people: { used: used.personnel, limit: TIER_LIMITS[tier].personnel },
      applications: { used: used.applications, limit: TIER_LIMITS[tier].applications },
      mails: { used: limits.mails - left.urgent, limit: limits.mails },
      invitations: { used: limits.invitations - invitationsLeft, limit: limits.invitations },
    };
    return {
      id,
      name,
      tier,
      state: stateOf(Object.values(parts)),
      flags: FLAGS.filter((flag) => flags[flag]),
      ...parts,
      recipients: limits.recipients,
      storage,
    };
  });

function stateOf(parts: readonly UsagePart[]): WorkspaceUsageRow['state'] {
  const most = Math.max(...parts.map(({ used, limit }) => (limit === null ? 0 : limit === 0 ? 1 : used / limit)));
  if (most >= 1) return 'full';
  return most >= NEAR ? 'near' : 'free';
}

/** The files of a workspace, as triggers keep their sums (migration 297). */
const FILES = sql<number>`coalesce(sum(files), 0)::bigint`.as('files');
const BYTES = sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes');
async function storageOf(trx: Trx, workspaceId: string): Promise<WorkspaceUsageRow['storage']> {
  return trx
    .selectFrom('fileTotals')
    .select([FILES, BYTES])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

/** The files of a workspace of the caller by kind, largest first. @throws AppError 404 */
export async function storageByKind(
  ctx: SignedInContext,
  { ws, id }: z.output<typeof storageInput>,
): Promise<WorkspaceStorage> {
  const place = (await placesNamed(ctx, ws)).find(({ workspace }) => workspace.id === id);
  if (!place) throw appError('workspace.notFound');
  const rows = await place.read((trx) =>
    trx
      .selectFrom('fileTotals')
      .select(['ownerKind', FILES, BYTES])
      .where('workspaceId', '=', id)
      .groupBy('ownerKind')
      // A kind whose files are gone may have rows that are not summed up yet.
      .having(sql<boolean>`sum(files) <> 0`)
      .execute(),
  );
  const byKind = new Map<StorageKind, WorkspaceStorage[number]>();
  for (const { ownerKind, files, bytes } of rows) {
    const kind = kindOf(ownerKind);
    const before = byKind.get(kind) ?? { kind, files: 0, bytes: 0 };
    byKind.set(kind, { kind, files: before.files + files, bytes: before.bytes + bytes });
  }
  return [...byKind.values()].sort((a, b) => b.bytes - a.bytes || compared(a.kind, b.kind));
}

const kindOf = (ownerKind: string): StorageKind =>
  ownerKind === '' ? 'unattached' : (STORAGE_KINDS.find((kind) => kind === ownerKind) ?? 'other');
