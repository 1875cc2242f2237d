import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { RequestBoard, RequestBoardInput, RequestCard } from '../../../shared/request/board.ts';
import { BOARD_COLUMN_LIMIT, BOARD_STAGES, type BoardStage } from '../../../shared/request/stage.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { asksOnly } from './filters.ts';
import { narrowed, rightConditions } from './list.ts';
import * as queries from './rows.ts';
import { clocksOf, headOf, knowsIdentity, openMovesOf, seesOwn } from './record.ts';
import { sealedSubject } from './subject.ts';

interface Place {
  readonly rightId: string;
  readonly requestId: string;
  readonly stage: BoardStage;
  readonly total: number | null;
}

/** The rights that match the filters, in columns by their stage: open ones by due date, closed ones newest first. */
export function board(ctx: WorkspaceContext, requested: RequestBoardInput): Promise<RequestBoard> {
  const input = { ...requested, mine: requested.mine || seesOwn(actorOf(ctx)) };
  return ctx.read(async (trx) => {
    const places = await placesOf(trx, ctx, input);
    const cards = await cardsOf(trx, ctx, places);
    return {
      columns: BOARD_STAGES.map((stage) => {
        const own = places.filter((place) => place.stage === stage);
        return {
          stage,
          total: stage === 'CLOSED' ? null : (own[0]?.total ?? 0),
          cards: own.flatMap(({ rightId }) => cards.get(rightId) ?? []),
        };
      }),
    };
  });
}

/** The rights of each column. */
async function placesOf(trx: Trx, ctx: WorkspaceContext, input: RequestBoardInput): Promise<Place[]> {
  const rights = rightsIn(trx, ctx, input);
  if (asksOnly(input, ...OF_RIGHT)) {
    const [open, closed] = await Promise.all([
      openPlaces(rights, 'ALL', ctx.deps.now()),
      closedPlaces(trx, rights, { areFew: false }),
    ]);
    return [...open, ...closed];
  }
  const rows = await narrowed(trx, ctx, input);
  const narrowedRights = rights.where('requestRights.requestId', 'in', rows.select('requests.id'));
  const { status, clock, query, uid } = input;
  // A request is completed or rejected once no right of it is open.
  const isOver = status === 'COMPLETED' || status === 'REJECTED';
  const isOpen = !isOver && (status !== 'ALL' || clock !== 'ALL' || query !== '' || uid !== '');
  const [open, closed] = await Promise.all([
    isOver
      ? []
      : asksOnly(input, ...OF_RIGHT, 'clock')
        ? openPlaces(rights, clock, ctx.deps.now())
        : rankedPlaces(trx, narrowedRights),
    closedPlaces(trx, narrowedRights, { areFew: isOpen }),
  ]);
  return [...open, ...closed];
}

/** Filters of the right itself. */
const OF_RIGHT = ['applicationId', 'right', 'stage', 'ground', 'assigneeId', 'mine'] as const;
type Rights = SelectQueryBuilder<DB, 'requestRights', Record<never, never>>;

/** The rights that match the filters of the right itself. */
function rightsIn(trx: Trx, ctx: WorkspaceContext, input: RequestBoardInput): Rights {
  const { applicationId, assigneeId, mine } = input;
  let rights: Rights = trx.selectFrom('requestRights').where('requestRights.workspaceId', '=', ctx.workspace.id);
  if (applicationId) rights = rights.where('requestRights.applicationId', '=', applicationId);
  for (const condition of rightConditions(ctx, input, 'requestRights'))
    rights = rights.where(sql<SqlBool>`${condition}`);
  if (assigneeId) rights = rights.where('requestRights.assigneeId', '=', assigneeId);
  if (mine) rights = rights.where('requestRights.assigneeId', '=', ctx.personnel.id);
  return rights;
}

const OPEN_STAGES = BOARD_STAGES.filter((stage) => stage !== 'CLOSED');
const PLACE = ['requestRights.id as rightId', 'requestRights.requestId'] as const;
/** The due moment of its request, as indexed. */
const DUE = sql<string>`coalesce(request_rights.request_due_at, 'infinity'::timestamptz)`;

/**
 * The rights that are due first in each open stage; each column is read by the index. `clock`: the state of their
 * requests' deadlines.
 */
async function openPlaces(rights: Rights, clock: RequestBoardInput['clock'], now: Date): Promise<Place[]> {
  let open = rights.where('requestRights.closedAt', 'is', null);
  if (clock === 'OVERDUE') open = open.where(DUE, '<', now.toISOString());
  if (clock === 'RUNNING') open = open.where(DUE, '>=', now.toISOString()).where(DUE, '<', 'infinity');
  const [counts, ...columns] = await Promise.all([
    open
      .select(['requestRights.stage', sql<number>`count(*)`.as('total')])
      .groupBy('requestRights.stage')
      .modifyEnd(sql.raw(CUSTOM_PLAN))
      .execute(),
    ...OPEN_STAGES.map((stage) =>
      open
        .where('requestRights.stage', '=', stage)
        .select(PLACE)
        .orderBy(DUE)
        .orderBy('requestRights.id')
        .limit(BOARD_COLUMN_LIMIT)
        .modifyEnd(sql.raw(CUSTOM_PLAN))
        .execute(),
    ),
  ]);
  return OPEN_STAGES.flatMap((stage, column) => {
    const total = Number(counts.find((one) => one.stage === stage)?.total ?? 0);
    return columns[column]!.map((place) => ({ ...place, stage, total }));
  });
}

/** The same for rights of filtered requests: all of them are ranked. */
async function rankedPlaces(trx: Trx, rights: Rights): Promise<Place[]> {
  const ranked = rights
    .where('requestRights.closedAt', 'is', null)
    .select([...PLACE, 'requestRights.stage'])
    .select(sql<number>`count(*) over (partition by request_rights.stage)`.as('total'))
    .select(
      sql<number>`row_number() over (partition by request_rights.stage order by ${DUE}, request_rights.id)`.as('place'),
    );
  const found = await trx
    .selectFrom(ranked.as('ranked'))
    .select(['rightId', 'requestId', 'stage', 'total'])
    .where('place', '<=', BOARD_COLUMN_LIMIT)
    .orderBy('place')
    .modifyEnd(sql.raw(CUSTOM_PLAN))
    .execute();
  return found.map((place) => ({ ...place, stage: place.stage as BoardStage, total: Number(place.total) }));
}

/**
 * The rights that were closed last. `areFew`: requests that are open, or found by a text, have few closed rights: all
 * are read first.
 */
async function closedPlaces(trx: Trx, rights: Rights, { areFew }: { areFew: boolean }): Promise<Place[]> {
  const closed = rights
    .where('requestRights.closedAt', 'is not', null)
    .select([...PLACE, 'requestRights.closedAt', 'requestRights.id']);
  const found = await trx
    .with(
      (cte) => (areFew ? cte('closed').materialized() : cte('closed').notMaterialized()),
      () => closed,
    )
    .selectFrom('closed')
    .select(['closed.rightId', 'closed.requestId'])
    .orderBy('closed.closedAt', 'desc')
    .orderBy('closed.id')
    .limit(BOARD_COLUMN_LIMIT)
    .modifyEnd(sql.raw(CUSTOM_PLAN))
    .execute();
  return found.map((place) => ({ ...place, stage: 'CLOSED', total: null }));
}

async function cardsOf(
  trx: Trx,
  ctx: WorkspaceContext,
  places: readonly Place[],
): Promise<ReadonlyMap<string, RequestCard>> {
  const ws = ctx.workspace.id;
  const caller = actorOf(ctx);
  const requestIds = [...new Set(places.map(({ requestId }) => requestId))];
  if (requestIds.length === 0) return new Map();
  const requests = await trx
    .selectFrom('requests')
    .select(['id', 'number', 'rowVersion', 'receivedAt', 'subject', 'anonymisedAt'])
    .where('workspaceId', '=', ws)
    .where('id', 'in', requestIds)
    .execute();
  const all = await queries.rightsOf(trx, ws, requestIds);
  const rights = all.filter(({ id }) => places.some(({ rightId }) => rightId === id));
  const clocks = await clocksOf(trx, ws, rights);
  const key = knowsIdentity(caller) ? await ctx.deps.keyring.workspaceKey(trx, ws) : null;
  const byId = new Map(
    requests.map(({ subject, ...request }) => {
      const who = key && subject && sealedSubject.open(key, request.id, subject);
      return [request.id, { ...request, subjectName: who && `${who.firstName} ${who.lastName}` }];
    }),
  );
  return new Map(
    rights.map((right) => {
      const request = byId.get(right.requestId)!;
      const head = headOf(right, clocks);
      const allowed = request.anonymisedAt ? [] : openMovesOf(caller, right, head.clock, ctx.deps.now());
      return [right.id, { ...head, request, allowed }];
    }),
  );
}
