import { type Expression, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import {
  APPLICATION_FACTS,
  type ApplicationFacts,
  type ApplicationFields,
  factsOf,
} from '../../../shared/application/fields.ts';
import {
  type Application,
  type ApplicationContent,
  type ApplicationItem,
  type ProcessingRole,
} from '../../../shared/application/schema.ts';
import type { PublishFilter } from '../../../shared/listRule.ts';
import type { List } from '../../../shared/list.ts';
import { thaiStart, type Page } from '../../platform/list/list.ts';
import { inOrder, pageOfIds } from '../../platform/list/search.ts';
import { linkedPurposes } from './purposeLinks.ts';
import type { PublishStatus } from '../../../shared/status.ts';

const SORT = {
  updatedAt: sql.ref('updatedAt'),
  createdAt: sql.ref('createdAt'),
  name: thaiStart('name'),
  status: sql.ref('status'),
  // Applications without a number sort first.
  dataSubjectCount: sql`coalesce(data_subject_count, -1)`,
  completeness: sql.ref('completeness'),
};
const purposeCount = sql<number>`(select count(*) from application_purposes ap where ap.workspace_id = applications.workspace_id and ap.application_id = applications.id)`;

interface ListInput extends Page {
  status?: PublishFilter;
  dataControllerId?: string;
  processingRole?: ProcessingRole;
  complete?: boolean;
  reviewOverdue?: boolean;
  /** The day in Bangkok. */
  today: string;
}

/** One page; `without` limits it to applications that lack a document. */
export async function list(
  db: Executor,
  workspaceId: string,
  input: ListInput,
  without: readonly Expression<SqlBool>[] = [],
): Promise<List<ApplicationItem>> {
  const { dataControllerId, processingRole, complete, reviewOverdue, today } = input;
  const page = await pageOfIds(db, workspaceId, 'applications', input, {
    sort: SORT,
    where: {
      ...(dataControllerId && {
        [`controller ${dataControllerId}`]: sql<SqlBool>`data_controller_id = ${dataControllerId}`,
      }),
      ...(processingRole && { [`role ${processingRole}`]: sql<SqlBool>`processing_role = ${processingRole}` }),
      ...(complete !== undefined && {
        [`complete ${complete}`]: complete ? sql<SqlBool>`completeness = 100` : sql<SqlBool>`completeness < 100`,
      }),
      ...(reviewOverdue && { [`review before ${today}`]: sql<SqlBool>`review_on < ${today}::date` }),
    },
    elsewhere: without,
  });
  if (page.collection.length === 0) return { ...page, collection: [] };
  const rows = await db
    // Materialized: the planner would otherwise start from the controller, and read all its applications in the index.
    .with(
      (cte) => cte('chosen').materialized(),
      (found) =>
        found
          .selectFrom('applications')
          .selectAll()
          .where('workspaceId', '=', workspaceId)
          .where('id', 'in', page.collection),
    )
    .selectFrom('chosen as applications')
    .innerJoin('dataControllers as controller', (join) =>
      join
        .onRef('controller.workspaceId', '=', 'applications.workspaceId')
        .onRef('controller.id', '=', 'applications.dataControllerId'),
    )
    .leftJoin('personnel as editor', (join) =>
      join
        .onRef('editor.workspaceId', '=', 'applications.workspaceId')
        .onRef('editor.id', '=', 'applications.updatedBy'),
    )
    .select([
      'applications.id',
      'applications.name',
      'dataSubjectCount',
      'processingRole',
      'processCode',
      'reviewOn',
      'completeness',
      'applications.status',
      'publishedVersion',
      'applications.rowVersion',
      'applications.createdAt',
      'applications.updatedAt',
    ])
    .select([
      'controller.id as controllerId',
      'controller.nameTh as controllerTh',
      'controller.nameEn as controllerEn',
      'editor.id as editorId',
      'editor.name as editorName',
    ])
    .select(purposeCount.as('purposeCount'))
    .execute();
  return {
    ...page,
    collection: inOrder(page.collection, rows).map(
      ({ controllerId, controllerTh, controllerEn, editorId, editorName, status, ...row }) => ({
        ...row,
        status: status as PublishStatus,
        processingRole: row.processingRole as ProcessingRole,
        dataController: { id: controllerId, name: { th: controllerTh, en: controllerEn } },
        updatedBy: editorId ? { id: editorId, name: editorName ?? '' } : null,
      }),
    ),
  };
}

export async function pick(
  db: Executor,
  workspaceId: string,
  { id, dataControllerId, ...input }: Page & { id?: string | undefined; dataControllerId?: string | undefined },
  narrowed: readonly Expression<SqlBool>[] = [],
): Promise<List<{ id: string; name: string }>> {
  const page = await pageOfIds(db, workspaceId, 'applications', input, {
    sort: SORT,
    where: dataControllerId
      ? { [`controller ${dataControllerId}`]: sql<SqlBool>`data_controller_id = ${dataControllerId}` }
      : {},
    elsewhere: [...(id ? [sql<SqlBool>`id = ${id}`] : []), ...narrowed],
  });
  if (page.collection.length === 0) return { ...page, collection: [] };
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', page.collection)
    .execute();
  return { ...page, collection: inOrder(page.collection, rows) };
}

/** Whether any application matches the conditions. */
export async function exists(
  db: Executor,
  workspaceId: string,
  conditions: readonly Expression<SqlBool>[],
): Promise<boolean> {
  const row = await db
    .selectFrom('applications')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where((expressions) => expressions.and([...conditions]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An application with its linked purposes in order. */
export async function find(db: Executor, workspaceId: string, id: string): Promise<Application | undefined> {
  const found = db
    .selectFrom('applications as a')
    .innerJoin('dataControllers as controller', (join) =>
      join.onRef('controller.workspaceId', '=', 'a.workspaceId').onRef('controller.id', '=', 'a.dataControllerId'),
    )
    .leftJoin('catalogueItems as work', (join) =>
      join.onRef('work.workspaceId', '=', 'a.workspaceId').onRef('work.id', '=', 'a.lineOfWorkId'),
    )
    .leftJoin('catalogueItems as source', (join) =>
      join.onRef('source.workspaceId', '=', 'a.workspaceId').onRef('source.id', '=', 'a.dataSourceId'),
    )
    .leftJoin('personnel as creator', (join) =>
      join.onRef('creator.workspaceId', '=', 'a.workspaceId').onRef('creator.id', '=', 'a.createdBy'),
    )
    .leftJoin('personnel as editor', (join) =>
      join.onRef('editor.workspaceId', '=', 'a.workspaceId').onRef('editor.id', '=', 'a.updatedBy'),
    )
    .leftJoin('personnel as reviewer', (join) =>
      join.onRef('reviewer.workspaceId', '=', 'a.workspaceId').onRef('reviewer.id', '=', 'a.reviewedBy'),
    )
    .select([
      'a.id',
      'a.reviewedAt',
      'a.completeness',
      'a.status',
      'a.publishedVersion',
      'a.rowVersion',
      'a.createdAt',
      'a.updatedAt',
    ])
    .select(APPLICATION_FACTS.map((key) => `a.${key}` as const))
    .select(['controller.id as controllerId', 'controller.nameTh', 'controller.nameEn'])
    .select([
      'work.id as workId',
      'work.nameTh as workTh',
      'work.nameEn as workEn',
      'source.id as sourceId',
      'source.nameTh as sourceTh',
      'source.nameEn as sourceEn',
    ])
    .select([
      'creator.id as creatorId',
      'creator.name as creatorName',
      'editor.id as editorId',
      'editor.name as editorName',
      'reviewer.id as reviewerId',
      'reviewer.name as reviewerName',
    ])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.id', '=', id);
  const [row, purposes] = await Promise.all([found.executeTakeFirst(), linkedPurposes(db, workspaceId, id)]);
  if (!row) return undefined;
  const named = (namedId: string | null, th: string | null, en: string | null) =>
    namedId ? { id: namedId, name: { th: th ?? '', en: en ?? '' } } : null;
  const person = (personId: string | null, name: string | null) =>
    personId ? { id: personId, name: name ?? '' } : null;
  return {
    id: row.id,
    ...factsOf(row as ApplicationFacts),
    dataController: { id: row.controllerId, name: { th: row.nameTh, en: row.nameEn } },
    lineOfWork: named(row.workId, row.workTh, row.workEn),
    dataSource: named(row.sourceId, row.sourceTh, row.sourceEn),
    completeness: row.completeness,
    purposes,
    status: row.status as PublishStatus,
    publishedVersion: row.publishedVersion,
    rowVersion: row.rowVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: person(row.creatorId, row.creatorName),
    reviewedAt: row.reviewedAt,
    reviewedBy: person(row.reviewerId, row.reviewerName),
    updatedBy: person(row.editorId, row.editorName),
  };
}

/** Name, address and contacts of a data controller, for a record of processing. */
export async function controllerOf(
  db: Executor,
  workspaceId: string,
  id: string,
): Promise<ApplicationContent['dataController']> {
  const { nameTh, nameEn, ...particulars } = await db
    .selectFrom('dataControllers')
    .select(['id', 'nameTh', 'nameEn', 'contactPerson', 'address', 'country', 'phone', 'email'])
    .select(['website', 'privacyPolicyUrl', 'logoName as logo'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...particulars, name: { th: nameTh, en: nameEn } };
}

/** The consent form of an application, if there is one. */
export const consentFormOf = (
  db: Executor,
  workspaceId: string,
  applicationId: string,
): Promise<{ id: string; name: string } | undefined> =>
  db
    .selectFrom('consents')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .executeTakeFirst();

/** The columns of an application's own row; its name cannot be changed after creation. */
export const columnsOf = (fields: ApplicationFields) => ({
  ...factsOf(fields),
  dataControllerId: fields.dataControllerId,
  lineOfWorkId: fields.lineOfWorkId,
  dataSourceId: fields.dataSourceId,
});

/** Whether the workspace has any data controller, or this one. */
export async function hasController(db: Executor, workspaceId: string, id?: string): Promise<boolean> {
  const all = db.selectFrom('dataControllers').select('id').where('workspaceId', '=', workspaceId);
  return (await (id ? all.where('id', '=', id) : all).limit(1).executeTakeFirst()) !== undefined;
}
