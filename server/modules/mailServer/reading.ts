import type { z } from 'zod';
import type { List } from '../../../shared/list.ts';
import type {
  byServer,
  listMailFailures,
  listMailServers,
  MailFailure,
  MailServer,
  mailServerList,
} from '../../../shared/mailServer/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { type Organization, organizationsOf } from '../../platform/auth/places.ts';
import { silentSince } from '../../platform/installation/silence.ts';
import { compared, pageOfRows } from '../../platform/list/rows.ts';
import * as queries from './queries.ts';
import { viewOf } from './view.ts';

const thai = new Intl.Collator('th');
const ORDER = {
  name: (a: MailServer, b: MailServer) => thai.compare(a.name, b.name),
  updatedAt: (a: MailServer, b: MailServer) => compared(a.updatedAt, b.updatedAt),
  lastSentAt: (a: MailServer, b: MailServer) => compared(a.lastSentAt ?? '', b.lastSentAt ?? ''),
};

/** Servers of all of the organisations, in one order; an organisation has at most 50. */
export async function list(
  ctx: SignedInContext,
  input: z.output<typeof listMailServers>,
): Promise<z.infer<typeof mailServerList>> {
  const { query, state, workspaceId } = input;
  const all: MailServer[] = [];
  for (const organization of await organizationsOf(ctx, input.ws)) {
    const { id, place } = organization;
    const rows = await place.read((trx) => queries.listServers(trx, id, query));
    all.push(...rows.map((row) => viewOf(row, organization, ctx.deps.now())));
  }
  const found = all
    .filter((server) => state === 'ALL' || server.state === state)
    .filter(({ workspaces }) => workspaceId === undefined || workspaces.some(({ id }) => id === workspaceId));
  return {
    ...pageOfRows(found, input, ORDER),
    hasGlobal: ctx.deps.config.smtpUrl !== undefined,
    silentSince: await silentSince(ctx.deps.db),
  };
}

/** A server and its organisation. @throws 404 */
export async function existing(
  ctx: SignedInContext,
  { id, ws }: z.output<typeof byServer>,
): Promise<{ row: queries.ServerRow; organization: Organization }> {
  for (const organization of await organizationsOf(ctx, ws)) {
    const row = await organization.place.read((trx) => queries.findServer(trx, organization.id, id));
    if (row) return { row, organization };
  }
  throw appError('mailServer.notFound');
}

export async function get(ctx: SignedInContext, input: z.output<typeof byServer>): Promise<MailServer> {
  const { row, organization } = await existing(ctx, input);
  return viewOf(row, organization, ctx.deps.now());
}

/** Failures of a server, by day and cause. @throws 404 */
export async function failures(
  ctx: SignedInContext,
  input: z.output<typeof listMailFailures>,
): Promise<List<MailFailure>> {
  const { organization } = await existing(ctx, input);
  return organization.place.read((trx) => queries.listFailures(trx, organization.id, input));
}
