import { DAY } from '../../../shared/duration.ts';
import type { OverviewCard, OverviewFigure, OverviewState } from '../../../shared/overview/schema.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { firstOpenAddress } from '../http/openAddress.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

const WEEK = 7 * DAY;

/** The cards of all modules that the caller may see, those with passed deadlines first. */
export function cards(ctx: WorkspaceContext): Promise<OverviewCard[]> {
  const now = ctx.deps.now();
  const moments = { now, weekAgo: new Date(now.getTime() - WEEK) };
  const visible = ctx.deps.modules.overviews.filter(({ overview }) => may(ctx.standing, overview.permission));
  return ctx.read(async (trx) => {
    const found = await Promise.all(
      visible.map(async ({ module, overview }) =>
        withOpenAddresses(ctx, { module, ...(await overview.card(trx, ctx, moments)) }),
      ),
    );
    return found.sort((a, b) => Number(isOverdue(b)) - Number(isOverdue(a)));
  });
}

const OVERDUE: OverviewState = 'overdue';
const isOverdue = ({ state }: OverviewCard) => state === OVERDUE;

/** Leaves out the addresses that the caller may not open: some roles read a module's figures and not its records. */
function withOpenAddresses(ctx: WorkspaceContext, card: OverviewCard): OverviewCard {
  const open = (address: string | null) => firstOpenAddress(ctx, [address]);
  const { overdue, figures } = card;
  return {
    ...card,
    address: open(card.address),
    figures: figures.map((figure: OverviewFigure) => ({ ...figure, address: open(figure.address) })),
    overdue: overdue.map((passed) => ({
      ...passed,
      address: open(passed.address),
      records: passed.records.map((record) => ({ ...record, address: open(record.address) })),
    })),
  };
}
