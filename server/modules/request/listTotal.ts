import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ListRequests } from '../../../shared/request/schema.ts';
import { REQUEST_STAGES, isClosed } from '../../../shared/request/stage.ts';
import { asksOnly } from './filters.ts';

const OPEN_STAGES = REQUEST_STAGES.filter((stage) => !isClosed(stage));

/** Whose requests are listed. */
interface Asking {
  readonly workspace: { readonly id: string };
  readonly personnel: { readonly id: string };
}

/**
 * How many requests match the filters, where stored counts or one index give it; undefined where they have to be
 * counted: several filters together, or a text.
 */
export async function knownTotal(
  trx: Trx,
  { workspace, personnel }: Asking,
  input: ListRequests,
): Promise<number | undefined> {
  if (asksOnly(input, 'status', ...OF_MONTHS)) return ofMonths(trx, workspace.id, input);
  // A request names each right of the act once; of the workspace's own it can name several.
  if (input.right !== 'ALL' && input.right !== 'CUSTOM') {
    const known = await knownRights(trx, workspace.id, input);
    if (known !== undefined) return known;
  }
  if (asksOnly(input, 'assigneeId')) return countAssigned(trx, workspace.id, input.assigneeId!);
  return asksOnly(input, 'mine') ? countAssigned(trx, workspace.id, personnel.id) : undefined;
}

/** Filters of every stored count by month of receipt. */
const OF_MONTHS = ['applicationId', 'fromMonth', 'toMonth'] as const;
type Months = Pick<ListRequests, 'applicationId' | 'fromMonth' | 'toMonth'>;
const within = ({ applicationId, fromMonth, toMonth }: Months): RawBuilder<SqlBool> =>
  sql<SqlBool>`${applicationId ? sql`application_id = ${applicationId}` : sql`true`}
    and ${fromMonth ? sql`month >= ${`${fromMonth}-01`}::date` : sql`true`}
    and ${toMonth ? sql`month <= ${`${toMonth}-01`}::date` : sql`true`}`;

async function ofMonths(trx: Trx, workspaceId: string, { status, ...range }: ListRequests): Promise<number> {
  let months = trx.selectFrom('requestMonths').where('workspaceId', '=', workspaceId).where(within(range));
  if (status !== 'ALL') months = months.where('status', '=', status);
  const { total } = await months.select((eb) => eb.fn.sum<number>('requests').as('total')).executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

type OfRights = Months & Pick<ListRequests, 'right' | 'stage' | 'ground'>;

/** How many rights match the filters, where stored counts give it; undefined where they have to be counted. */
export async function knownRights(trx: Trx, workspaceId: string, input: OfRights): Promise<number | undefined> {
  if (!asksOnly(input, 'right', 'stage', 'ground', ...OF_MONTHS)) return undefined;
  const { right, stage, ground } = input;
  let months = trx.selectFrom('requestRightMonths').where('workspaceId', '=', workspaceId).where(within(input));
  if (right !== 'ALL') months = months.where('code', '=', right);
  if (stage !== 'ALL') months = months.where('stage', 'in', stage === 'OPEN' ? OPEN_STAGES : [stage]);
  if (ground !== 'ALL') months = months.where('groundCode', '=', ground);
  const { total } = await months.select((eb) => eb.fn.sum<number>('rights').as('total')).executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** How many requests have a right that is assigned to this person. */
async function countAssigned(trx: Trx, workspaceId: string, assigneeId: string): Promise<number> {
  const { total } = await trx
    .selectFrom('requestRights')
    .select(sql<number>`count(distinct request_id)`.as('total'))
    .where('workspaceId', '=', workspaceId)
    .where('assigneeId', '=', assigneeId)
    .executeTakeFirstOrThrow();
  return Number(total);
}
