import { withScope } from '../../../../db/client.ts';
import { noticeContent, type NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import type { Flags } from '../../../../shared/registry/flags.ts';
import { bangkokDay } from '../../../platform/database/bangkokDays.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import * as versionQueries from '../versionQueries.ts';

/** A version by its facts. */
export interface PublicVersion {
  readonly version: number;
  readonly effectiveOn: string;
  readonly sha256Th: string;
  readonly sha256En: string;
}

/** A notice as the public routes keep it in memory. */
export interface LiveNotice {
  readonly workspaceId: string;
  readonly id: string;
  /** The workspace may use privacy notices (flag `privacyEnabled`). */
  readonly enabled: boolean;
  /** Nobody works in the workspace: it is being deleted. */
  readonly closed: boolean;
  readonly withdrawn: boolean;
  /** The day in Bangkok on which it was read: tomorrow another version may hold. */
  readonly day: string;
  /** Versions that have been effective up to that day, newest first; never empty. */
  readonly versions: readonly PublicVersion[];
  /** What a version tells; undefined where everybody may not read it. */
  contentOf(version: number): Promise<NoticeContent | undefined>;
}

/** Versions of a notice that are kept in memory with what they tell. */
const CONTENTS = 20;

/** Reads a notice for everybody; null where none of its versions is effective yet, or it is not there. */
export async function liveNotice(deps: Deps, workspaceId: string, id: string): Promise<LiveNotice | null> {
  const day = bangkokDay(deps.now());
  const read = await withScope(deps.db, { workspaceId }, async (trx) => {
    const facts = await versionQueries.offerOf(trx, workspaceId, id);
    return facts && { ...facts, versions: await versionQueries.effectiveVersions(trx, workspaceId, id, day) };
  });
  if (!read || read.versions.length === 0) return null;
  const { flags, closedAt, withdrawn, versions } = read;
  const contents = new Map<number, Promise<NoticeContent | undefined>>();
  const load = (version: number) =>
    withScope(deps.db, { workspaceId }, async (trx) => {
      const found = await versionQueries.findVersion(trx, workspaceId, id, { version });
      return found && noticeContent.parse(found.content);
    });
  const contentOf = (version: number): Promise<NoticeContent | undefined> => {
    if (!versions.some((one) => one.version === version)) return Promise.resolve(undefined);
    const known = contents.get(version);
    if (known) return known;
    const content = load(version);
    contents.set(version, content);
    content.catch(() => contents.delete(version));
    if (contents.size > CONTENTS) contents.delete(contents.keys().next().value!);
    return content;
  };
  // With the notice itself, so that it is there while the database is away.
  await contentOf(versions[0]!.version);
  return {
    workspaceId,
    id,
    enabled: (flags as Partial<Flags>).privacyEnabled === true,
    closed: closedAt !== null,
    withdrawn,
    day,
    versions,
    contentOf,
  };
}
