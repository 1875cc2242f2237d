import type { z } from 'zod';
import { isoTime } from '../../../db/values.ts';
import type {
  Account,
  accountSessions,
  accountSessionsEnded,
  byAccount,
  endAccountSessions,
  listAccounts,
} from '../../../shared/account/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { actorOf } from '../actor.ts';
import { appError } from '../errors.ts';
import { compared, pageOfRows } from '../list/rows.ts';
import { emit } from '../live/emit.ts';
import type { SignedInContext, WorkspaceContext } from '../trpc/context.ts';
import { placesNamed } from './places.ts';
import { countOpenSessions, endSession, endSessionsOfUser, openSessions } from './sessions.ts';

/** Somebody as active personnel of one of the caller's workspaces. */
interface Member {
  readonly userId: string;
  readonly personnelId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly place: WorkspaceContext;
}

/** Active personnel of the caller's workspaces, each read behind its own wall; `userId`: that person alone. */
async function membersOf(ctx: SignedInContext, ws: string | undefined, userId?: string): Promise<Member[]> {
  const members: Member[] = [];
  for (const place of await placesNamed(ctx, ws)) {
    const rows = await place.read((trx) =>
      trx
        .selectFrom('personnel')
        .select(['id', 'userId', 'name', 'email', 'role'])
        .where('workspaceId', '=', place.workspace.id)
        .where('status', '=', 'active')
        .where('userId', 'is not', null)
        .$if(userId !== undefined, (query) => query.where('userId', '=', userId!))
        .execute(),
    );
    for (const row of rows)
      members.push({ ...row, personnelId: row.id, userId: row.userId!, role: row.role as Role, place });
  }
  return members;
}

const thai = new Intl.Collator('th');
const ORDER = {
  name: (a: Account, b: Account) => thai.compare(a.name, b.name),
  lastSeenAt: (a: Account, b: Account) => compared(a.lastSeenAt ?? '', b.lastSeenAt ?? ''),
  sessionCount: (a: Account, b: Account) => a.sessionCount - b.sessionCount,
};

/** People of the workspaces that the caller administers, with how many sessions of each are open. */
export async function listPeople(ctx: SignedInContext, input: z.output<typeof listAccounts>): Promise<List<Account>> {
  const { ws, query, signedIn, workspaceId } = input;
  const byUser = Map.groupBy(await membersOf(ctx, ws), ({ userId }) => userId);
  const open = await countOpenSessions(ctx.deps.authDb, [...byUser.keys()], ctx.deps.now());
  const wanted = query.toLocaleLowerCase('th');
  const rows = [...byUser].map(([userId, members]) => accountOf(userId, members, open.get(userId)));
  return pageOfRows(
    rows.filter(
      ({ name, email, workspaces, sessionCount }) =>
        (signedIn === 'ALL' || sessionCount > 0 === (signedIn === 'true')) &&
        (workspaceId === undefined || workspaces.some(({ id }) => id === workspaceId)) &&
        `${name}\n${email}`.toLocaleLowerCase('th').includes(wanted),
    ),
    input,
    ORDER,
  );
}

function accountOf(
  userId: string,
  members: readonly Member[],
  open: { sessions: number; lastSeenAt: string } | undefined,
): Account {
  const { name, email } = members[0]!;
  return {
    id: userId,
    name,
    email,
    workspaces: members.map(({ place, role }) => ({ id: place.workspace.id, name: place.workspace.name, role })),
    sessionCount: open?.sessions ?? 0,
    lastSeenAt: open ? isoTime(open.lastSeenAt) : null,
  };
}

/** @throws AppError 404 for somebody who is active in no workspace of the caller */
async function existing(ctx: SignedInContext, { ws, id }: z.output<typeof byAccount>): Promise<Member> {
  const [member] = await membersOf(ctx, ws, id);
  if (!member) throw appError('account.notFound');
  return member;
}

/** The open sessions of somebody, the one used last first. @throws AppError 404 */
export async function listSessions(
  ctx: SignedInContext,
  input: z.output<typeof byAccount>,
): Promise<z.infer<typeof accountSessions>> {
  const { userId } = await existing(ctx, input);
  const rows = await openSessions(ctx.deps.authDb, userId, ctx.deps.now());
  return {
    collection: rows.map(({ handle, kind, createdAt, lastSeenAt, expiresAt, endsAnyway }) => ({
      handle,
      kind,
      createdAt: isoTime(createdAt),
      lastSeenAt: isoTime(lastSeenAt),
      expiresAt: isoTime(expiresAt),
      endsAnyway,
      isOwn: handle === ctx.session.handle,
    })),
  };
}

/**
 * Ends one session of somebody, or all but the caller's own: their browsers are signed out as it happens. It is in the
 * activity log, in the security log and in their bell. @throws AppError 404
 */
export async function endSessions(
  ctx: SignedInContext,
  input: z.output<typeof endAccountSessions>,
): Promise<z.infer<typeof accountSessionsEnded>> {
  const { place, personnelId, userId } = await existing(ctx, input);
  const { authDb, now } = ctx.deps;
  const { handle } = input;
  const open = (await openSessions(authDb, userId, now())).filter((one) =>
    handle === undefined ? one.handle !== ctx.session.handle : one.handle === handle,
  );
  if (handle !== undefined && open.length === 0) throw appError('account.sessionNotFound');
  const sessions = open.length;
  if (sessions === 0) return { sessions };
  await place.transaction(async (trx) => {
    await emit(trx, actorOf(place), {
      event: 'personnel.signedOut',
      entityId: personnelId,
      notify: [personnelId],
      changes: [{ field: 'sessions', old: null, new: sessions }],
    });
    if (handle !== undefined) await endSession(authDb, handle);
    else await endSessionsOfUser(authDb, userId, userId === ctx.session.userId ? ctx.session.handle : undefined);
  });
  return { sessions };
}
