import type { Trx } from '../../../../db/client.ts';
import { noticeContent } from '../../../../shared/privacyNotice/content.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';
import { publicAddress } from '../../../platform/mail/links.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { versionParts } from '../versionParts.ts';
import { findVersion } from '../versionQueries.ts';
import { type Announced, announced } from './letter.ts';

/**
 * A version, and in what it differs from the last one that people know: versions that they were not written to about,
 * though they had to be, are passed over (docs/decisions/093). Null where there is no such version.
 */
export async function announcedVersion(
  trx: Trx,
  { workspaceId, deps }: { workspaceId: string; deps: Pick<Deps, 'config' | 'now'> },
  id: string,
  version: number,
): Promise<(Announced & { readonly isOwed: boolean }) | null> {
  const [found, before] = await Promise.all([
    findVersion(trx, workspaceId, id, { version }),
    findVersion(trx, workspaceId, id, { informedBefore: version }),
  ]);
  if (!found) return null;
  const content = noticeContent.parse(found.content);
  const place = {
    workspaceId,
    id,
    version,
    publicUrl: publicAddress(deps.config),
    isAhead: content.effectiveOn > bangkokDay(deps.now()),
  };
  const parts = before ? await versionParts(trx, workspaceId, before.content) : null;
  return { ...announced(content, parts, place), isOwed: found.tellAgain };
}
