import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type {
  DataController,
  DataControllerFields,
  DataControllerItem,
} from '../../../shared/dataController/schema.ts';
import type { List } from '../../../shared/list.ts';
import { containing, pageOf, thai, thaiStart, type Page } from '../../platform/list/list.ts';

// Exactly as in the index data_controllers_search.
const searched = sql<string>`(${sql.ref('dataControllers.nameTh')} || ' ' || ${sql.ref('dataControllers.nameEn')} || ' ' || ${sql.ref('dataControllers.contactPerson')} || ' ' || ${sql.ref('dataControllers.email')})`;
const applicationCount = sql<number>`(select count(*) from applications where applications.workspace_id = data_controllers.workspace_id and applications.data_controller_id = data_controllers.id)`;
// Withdrawn notices too: their versions are evidence and name the data controller.
const noticeCount = sql<number>`(select count(*) from privacy_notices where privacy_notices.workspace_id = data_controllers.workspace_id and privacy_notices.data_controller_id = data_controllers.id)`;

const COLUMNS = [
  'id',
  'nameTh',
  'nameEn',
  'contactPerson',
  'phone',
  'email',
  'country',
  'website',
  'privacyPolicyUrl',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const;

interface Row {
  id: string;
  nameTh: string;
  nameEn: string;
  contactPerson: string;
  phone: string;
  email: string;
  country: string;
  website: string;
  privacyPolicyUrl: string;
  logoId: string | null;
  logoName: string;
  logoSize: number | null;
  rowVersion: number;
  createdAt: string;
  updatedAt: string;
  applicationCount: number;
  noticeCount: number;
}

function itemOf({ nameTh, nameEn, logoId, logoName, logoSize, ...row }: Row): DataControllerItem {
  return {
    ...row,
    name: { th: nameTh, en: nameEn },
    logo: logoId ? { id: logoId, name: logoName, size: logoSize ?? 0 } : null,
    inUse: row.applicationCount + row.noticeCount > 0,
  };
}

/** Data controllers with the file of their logo. */
const withLogos = (db: Executor) =>
  db
    .selectFrom('dataControllers')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspaceId', '=', 'dataControllers.workspaceId')
        .onRef('files.id', '=', 'dataControllers.logoId'),
    );
const SELECTED = [
  ...COLUMNS.map((column) => `dataControllers.${column}` as const),
  'dataControllers.logoId',
  'dataControllers.logoName',
  'files.size as logoSize',
] as const;

const COUNTS = [applicationCount.as('applicationCount'), noticeCount.as('noticeCount')] as const;

export async function list(db: Executor, workspaceId: string, input: Page): Promise<List<DataControllerItem>> {
  let filtered = withLogos(db).where('dataControllers.workspaceId', '=', workspaceId);
  if (input.query) filtered = filtered.where(searched, 'ilike', containing(input.query));
  const page = await pageOf(
    filtered,
    input,
    (query) => query.select(SELECTED).select(COUNTS),
    {
      updatedAt: sql.ref('dataControllers.updatedAt'),
      name: thaiStart('dataControllers.nameTh'),
      createdAt: sql.ref('dataControllers.createdAt'),
    },
    sql.ref('dataControllers.id'),
  );
  return { ...page, collection: page.collection.map(itemOf) };
}

export async function pick(
  db: Executor,
  workspaceId: string,
): Promise<{ id: string; name: { th: string; en: string } }[]> {
  const rows = await db
    .selectFrom('dataControllers')
    .select(['id', 'nameTh', 'nameEn'])
    .where('workspaceId', '=', workspaceId)
    .orderBy(thai('nameTh'))
    .orderBy('id')
    .execute();
  return rows.map(({ id, nameTh, nameEn }) => ({ id, name: { th: nameTh, en: nameEn } }));
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<DataController | undefined> {
  const found = withLogos(db)
    .leftJoin('personnel', (join) =>
      join
        .onRef('personnel.workspaceId', '=', 'dataControllers.workspaceId')
        .onRef('personnel.id', '=', 'dataControllers.updatedBy'),
    )
    .select(SELECTED)
    .select(['dataControllers.representative', 'dataControllers.representativeContact'])
    .select(['dataControllers.address', 'dataControllers.updatedBy', 'personnel.name as updatedByName'])
    .select(COUNTS)
    .where('dataControllers.workspaceId', '=', workspaceId)
    .where('dataControllers.id', '=', id);
  const [row, applications, privacyNotices] = await Promise.all([
    found.executeTakeFirst(),
    naming(db, 'applications', workspaceId, id),
    naming(db, 'privacyNotices', workspaceId, id),
  ]);
  if (!row) return undefined;
  const { address, representative, representativeContact, updatedBy, updatedByName, ...rest } = row;
  return {
    ...itemOf(rest),
    address,
    applications,
    privacyNotices,
    representative,
    representativeContact,
    updatedBy: updatedBy ? { id: updatedBy, name: updatedByName ?? '' } : null,
  };
}

/**
 * Applications that privacy notices of a data controller name; the draft of one may have moved to another controller.
 */
export const applicationsOfNotices = async (db: Executor, workspaceId: string, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('privacyNotices as n')
    .innerJoin('privacyNoticeApplications as x', (join) =>
      join.onRef('x.workspaceId', '=', 'n.workspaceId').onRef('x.privacyNoticeId', '=', 'n.id'),
    )
    .select('x.applicationId')
    .distinct()
    .where('n.workspaceId', '=', workspaceId)
    .where('n.dataControllerId', '=', id)
    .execute();
  return rows.map(({ applicationId }) => applicationId);
};

/** Records that name a data controller, by name, 20 at most. */
function naming(
  db: Executor,
  table: 'applications' | 'privacyNotices',
  workspaceId: string,
  id: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('dataControllerId', '=', id)
    .orderBy(thai('name'))
    .orderBy('id')
    .limit(20)
    .execute();
}

/** The columns that every edit writes; those of the logo follow the attached file. */
export const columnsOf = ({ name, logoId: _logoId, ...fields }: DataControllerFields) => ({
  nameTh: name.th,
  nameEn: name.en,
  ...fields,
});

/** Stores a logo with the name of its file: the register states it. */
export async function setLogo(
  db: Executor,
  workspaceId: string,
  id: string,
  columns: { logoId: string | null; logoName: string },
): Promise<void> {
  await db
    .updateTable('dataControllers')
    .set(columns)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
