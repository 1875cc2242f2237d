import type { z } from 'zod';
import type { Executor } from '../../../db/client.ts';
import type { DpiaVariant, PdpaItem } from '../../../shared/dpia/framework.ts';
import {
  type FrameworkFields,
  type PdpaItemFields,
  pdpaItemFields,
  type WorstCaseFields,
  worstCaseFields,
} from '../../../shared/dpiaSettings/schema.ts';

/** The scales and the questions of a variant. */
export interface Framework extends FrameworkFields {
  readonly id: string;
  readonly variant: DpiaVariant;
  readonly rowVersion: number;
}

/** The framework of a variant, or the one with an id. */
export async function framework(
  db: Executor,
  workspaceId: string,
  which: { variant: DpiaVariant } | { id: string },
): Promise<Framework | undefined> {
  const rows = db
    .selectFrom('dpiaFrameworks')
    .select(['id', 'variant', 'width', 'scales', 'dataRisk', 'rowVersion'])
    .where('workspaceId', '=', workspaceId);
  const row = await (
    'id' in which ? rows.where('id', '=', which.id) : rows.where('variant', '=', which.variant)
  ).executeTakeFirst();
  return row as unknown as Framework | undefined;
}

const TABLES = { items: 'dpiaItems', worstCases: 'dpiaWorstCases' } as const;

/** Reads the rows of one of the two similar tables. */
function settingRows<Fields extends z.ZodObject>(table: (typeof TABLES)[keyof typeof TABLES], fields: Fields) {
  const rows = (db: Executor, workspaceId: string) =>
    db
      .selectFrom(table)
      .leftJoin('personnel', (join) =>
        join
          .onRef('personnel.workspaceId', '=', `${table}.workspaceId`)
          .onRef('personnel.id', '=', `${table}.updatedBy`),
      )
      .where(`${table}.workspaceId`, '=', workspaceId)
      .select([`${table}.id`, 'variant', 'content', `${table}.active`, 'builtIn', `${table}.rowVersion`])
      .select([`${table}.updatedAt`, `${table}.updatedBy`, 'personnel.name as updatedByName']);
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;
  const settingOf = ({ content, variant, updatedBy, updatedByName, ...row }: Row) => ({
    ...row,
    ...fields.parse({ ...(content as object), active: row.active }),
    variant: variant as DpiaVariant,
    updatedBy: updatedBy ? { id: updatedBy, name: updatedByName ?? '' } : null,
  });
  return {
    list: async (db: Executor, workspaceId: string, variant: DpiaVariant) =>
      (
        await rows(db, workspaceId)
          .where('variant', '=', variant)
          .orderBy(`${table}.position`)
          .orderBy(`${table}.id`)
          .execute()
      ).map(settingOf),
    find: async (db: Executor, workspaceId: string, id: string) => {
      const row = await rows(db, workspaceId).where(`${table}.id`, '=', id).executeTakeFirst();
      return row && settingOf(row);
    },
    /** How many a variant has, and the position of the next one. */
    room: async (db: Executor, workspaceId: string, variant: DpiaVariant): Promise<{ used: number; next: number }> => {
      const { used, last } = await db
        .selectFrom(table)
        .select((eb) => [eb.fn.countAll<number>().as('used'), eb.fn.max('position').as('last')])
        .where('workspaceId', '=', workspaceId)
        .where('variant', '=', variant)
        .executeTakeFirstOrThrow();
      return { used: Number(used), next: (last ?? -1) + 1 };
    },
  };
}

export const items = settingRows(TABLES.items, pdpaItemFields);
export const worstCases = settingRows(TABLES.worstCases, worstCaseFields);

/** Items for new assessments, in their order. */
export async function activeItems(db: Executor, workspaceId: string, variant: DpiaVariant): Promise<PdpaItem[]> {
  const all = await items.list(db, workspaceId, variant);
  return all
    .filter(({ active }) => active)
    .map(({ id, title, description, objectives }) => ({ id, title, description, objectives }));
}

/** The columns of an item or a worst case. */
export const columnsOf = ({ active, ...content }: PdpaItemFields | WorstCaseFields) => ({
  active,
  content: JSON.stringify(content),
});
