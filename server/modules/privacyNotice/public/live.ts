import { withScope } from '../../../../db/client.ts';
import { noticeContent, type NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { versionParts } from '../versionParts.ts';
import * as versionQueries from '../versionQueries.ts';

/** The metadata of a version. */
export interface PublicVersion {
  readonly version: number;
  readonly effectiveOn: string;
  readonly sha256Th: string;
  readonly sha256En: string;
}

/** A notice in the cache of the public routes. */
export interface LiveNotice {
  readonly workspaceId: string;
  readonly id: string;
  /** Whether the workspace is closed, since it is being deleted. */
  readonly closed: boolean;
  readonly withdrawn: boolean;
  /** The day in Bangkok on which it was read: tomorrow another version may be in force. */
  readonly day: string;
  /** Versions that were in force up to that day, newest first; never empty. */
  readonly versions: readonly PublicVersion[];
  /** The content of a version; undefined where it is not public. */
  contentOf(version: number): Promise<NoticeContent | undefined>;
}

/** Versions of a notice whose content is cached. */
const CONTENTS = 20;

/** Reads a public notice; null where none of its versions is in force yet, or it does not exist. */
export async function liveNotice(deps: Deps, workspaceId: string, id: string): Promise<LiveNotice | null> {
  const day = bangkokDay(deps.now());
  const read = await withScope(deps.db, { workspaceId }, async (trx) => {
    const facts = await versionQueries.offerOf(trx, workspaceId, id);
    return facts && { ...facts, versions: await versionQueries.effectiveVersions(trx, workspaceId, id, day) };
  });
  if (!read || read.versions.length === 0) return null;
  const { closedAt, withdrawn, versions } = read;
  const contents = new Map<number, Promise<NoticeContent | undefined>>();
  const load = (version: number) =>
    withScope(deps.db, { workspaceId }, async (trx) => {
      const found = await versionQueries.findVersion(trx, workspaceId, id, { version });
      // With the groups of data subjects, whose difference is one of the changes between versions.
      return (
        found && { ...noticeContent.parse(found.content), parts: await versionParts(trx, workspaceId, found.content) }
      );
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
  // With the notice itself, so that it is available during a database outage.
  await contentOf(versions[0]!.version);
  return {
    workspaceId,
    id,
    closed: closedAt !== null,
    withdrawn,
    day,
    versions,
    contentOf,
  };
}
