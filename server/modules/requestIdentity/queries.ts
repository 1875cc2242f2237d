import { createHash } from 'node:crypto';
import type { Db, Executor } from '../../../db/client.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import type { Person } from '../../../shared/request/persons.ts';

export interface LinkPlace {
  readonly workspaceId: string;
  readonly id: string;
}

const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
/** The stored hash of the token of a link or a session. */
export const tokenHash = sha256;

/** The request and workspace of a valid link. */
export const placeOfLink = (systemDb: Db, token: string): Promise<LinkPlace | undefined> =>
  systemDb
    .selectFrom('requestLinks')
    .select(['workspaceId', 'id'])
    .where('tokenHash', '=', sha256(token))
    .executeTakeFirst();

/** The link of a session, until the session ends. */
export const placeOfSession = (
  systemDb: Db,
  token: string,
  at: Date,
): Promise<(LinkPlace & { expiresAt: string }) | undefined> =>
  systemDb
    .selectFrom('requestSessions')
    .select(['workspaceId', 'requestLinkId as id', 'expiresAt'])
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', at.toISOString())
    .executeTakeFirst();

/** A link with its request, by its id. */
export async function findLink(db: Executor, workspaceId: string, id: string) {
  const row = await db
    .selectFrom('requestLinks')
    .select(['id', 'requestId', 'person', 'confirmedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, person: row.person as Person };
}

/** The links of a request: one for each person who confirms it. */
export async function linksOf(db: Executor, workspaceId: string, requestId: string) {
  const rows = await db
    .selectFrom('requestLinks')
    .select(['id', 'person', 'confirmedAt', 'createdAt'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .execute();
  return rows.map((row) => ({ ...row, person: row.person as Person }));
}

/** The organisation's name for data subjects; undefined where the workspace does not use requests. */
export async function organizationOf(db: Executor, workspaceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('workspaces as w')
    .innerJoin('organizations as o', 'o.id', 'w.organizationId')
    .select(['o.name', 'w.flags'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirst();
  return row && (row.flags as Flags).dsrmEnabled ? row.name : undefined;
}
