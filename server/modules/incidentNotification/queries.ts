import { sql } from 'kysely';
import type { PersonnelActor } from '../../platform/actor.ts';
import type { Executor, Trx } from '../../../db/client.ts';
import {
  NOTIFICATION_TABS,
  type NotificationFields,
  type NotificationTab,
  type RecipientGroup,
} from '../../../shared/incidentNotification/schema.ts';
import type { List } from '../../../shared/list.ts';
import { containing, pageOf } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';

/** A notification as it is stored; its recipients are sealed. */
export interface Stored extends Omit<NotificationFields, 'recipients'> {
  readonly recipients: Buffer;
  readonly recipientCount: number;
}

export async function insert(
  trx: Trx,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  incidentId: string,
  stored: Stored,
): Promise<void> {
  await trx
    .insertInto('incidentNotifications')
    .values({ workspaceId, id, incidentId, ...stored, createdBy: by, updatedBy: by, createdAt: at, updatedAt: at })
    .execute();
}

export async function remove(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('incidentNotifications')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'DRAFT')
    .execute();
}

const rows = (db: Executor, workspaceId: string) =>
  db.selectFrom('incidentNotifications as n').where('n.workspaceId', '=', workspaceId);

const withNames = (query: ReturnType<typeof rows>) =>
  query
    .leftJoin('files as f', (join) =>
      join.onRef('f.workspaceId', '=', 'n.workspaceId').onRef('f.id', '=', 'n.attachmentId'),
    )
    .leftJoin('personnel as maker', (join) =>
      join.onRef('maker.workspaceId', '=', 'n.workspaceId').onRef('maker.id', '=', 'n.createdBy'),
    )
    .leftJoin('personnel as sender', (join) =>
      join.onRef('sender.workspaceId', '=', 'n.workspaceId').onRef('sender.id', '=', 'n.sentBy'),
    )
    .select([
      'n.id',
      'n.incidentId',
      'n.recipientGroup',
      'n.report',
      'n.status',
      'n.channel',
      'n.locale',
      'n.recipients',
      'n.recipientCount',
      'n.subject',
      'n.opinion',
      'n.message',
      'n.notifiedAt',
      'n.lateReason',
      'n.attachmentId',
      'n.rowVersion',
      'n.createdAt',
      'n.updatedAt',
      'n.sentAt',
      'n.stoppedAt',
      'n.stopReason',
    ])
    .select([
      'f.name as fileName',
      'f.sealedName',
      'f.size as fileSize',
      'maker.id as makerId',
      'maker.name as maker',
      'sender.id as senderId',
      'sender.name as sender',
    ]);
export type NotificationRow = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

export const find = (
  db: Executor,
  workspaceId: string,
  incidentId: string,
  id: string,
): Promise<NotificationRow | undefined> =>
  withNames(rows(db, workspaceId)).where('n.incidentId', '=', incidentId).where('n.id', '=', id).executeTakeFirst();

/** The incident of a notification, and who created it. */
export const ownerOf = (
  db: Executor,
  workspaceId: string,
  id: string,
): Promise<{ incidentId: string; createdBy: string | null } | undefined> =>
  db
    .selectFrom('incidentNotifications')
    .select(['incidentId', 'createdBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** How many drafts an incident has. */
export const countDrafts = async (db: Executor, workspaceId: string, incidentId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('incidentNotifications')
        .select((row) => row.fn.countAll<number>().as('number'))
        .where('workspaceId', '=', workspaceId)
        .where('incidentId', '=', incidentId)
        .where('status', '=', 'DRAFT')
        .executeTakeFirstOrThrow()
    ).number,
  );

/** The group that a notification addresses. */
export const groupOf = async (db: Executor, workspaceId: string, id: string): Promise<RecipientGroup | undefined> =>
  (
    await db
      .selectFrom('incidentNotifications')
      .select('recipientGroup')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.recipientGroup as RecipientGroup | undefined;

/** All sent or recorded notifications of an incident, in order. */
export const sentOf = (db: Executor, workspaceId: string, incidentId: string): Promise<NotificationRow[]> =>
  withNames(rows(db, workspaceId))
    .where('n.incidentId', '=', incidentId)
    .where('n.status', '=', 'SENT')
    .orderBy('n.notifiedAt')
    .orderBy('n.id')
    .execute();

/** How many notifications of an incident were sent or recorded, by group and phase. */
export const countSent = (
  db: Executor,
  workspaceId: string,
  incidentId: string,
): Promise<{ recipientGroup: string; report: string; number: number }[]> =>
  db
    .selectFrom('incidentNotifications')
    .select(['recipientGroup', 'report', (row) => row.fn.countAll<number>().as('number')])
    .where('workspaceId', '=', workspaceId)
    .where('incidentId', '=', incidentId)
    .where('status', '=', 'SENT')
    .groupBy(['recipientGroup', 'report'])
    .execute();

interface Filters {
  readonly id: string;
  readonly recipientGroup: 'ALL' | RecipientGroup;
  readonly tab: 'ALL' | NotificationTab;
  readonly status: 'ALL' | 'DRAFT' | 'SENT';
  readonly nid?: string | undefined;
  readonly query: string;
  readonly pageSize: number;
  readonly currentPage: number;
  readonly sortBy: string;
  readonly sortDirection: 'ASC' | 'DESC';
}

export async function list(
  db: Executor,
  workspaceId: string,
  { id, recipientGroup, tab, status, nid, query, ...page }: Filters,
): Promise<List<NotificationRow>> {
  let filtered = db
    .selectFrom('incidentNotifications')
    .where('workspaceId', '=', workspaceId)
    .where('incidentId', '=', id);
  if (recipientGroup !== 'ALL') filtered = filtered.where('recipientGroup', '=', recipientGroup);
  if (tab !== 'ALL') filtered = filtered.where('recipientGroup', 'in', [...NOTIFICATION_TABS[tab]]);
  if (status !== 'ALL') filtered = filtered.where('status', '=', status);
  if (nid !== undefined) filtered = filtered.where('id', '=', nid);
  if (query)
    filtered = filtered.where((row) =>
      row.or([row('subject', 'ilike', containing(query)), row('message', 'ilike', containing(query))]),
    );
  // A draft has no moment yet: it sorts as the newest.
  const sort = { createdAt: sql.ref('createdAt'), notifiedAt: sql`coalesce(notified_at, 'infinity')` };
  const found = await pageOf(filtered, page, (selected) => selected.select('id'), sort, sql.ref('id'));
  const ids = found.collection.map((row) => row.id);
  return {
    ...found,
    collection:
      ids.length === 0 ? [] : inOrder(ids, await withNames(rows(db, workspaceId)).where('n.id', 'in', ids).execute()),
  };
}
