import type { Trx } from '../../../../db/client.ts';
import { noticeContent } from '../../../../shared/privacyNotice/content.ts';
import { bangkokDay } from '../../../platform/database/bangkokDays.ts';
import { publicAddress } from '../../../platform/mail/links.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { versionParts } from '../versionParts.ts';
import { findVersion } from '../versionQueries.ts';
import { type Announced, announced } from './letter.ts';

/** A version and the previous one; null where there is none. */
export async function announcedVersion(
  trx: Trx,
  { workspaceId, deps }: { workspaceId: string; deps: Pick<Deps, 'config' | 'now'> },
  id: string,
  version: number,
): Promise<(Announced & { readonly isOwed: boolean }) | null> {
  const [found, before] = await Promise.all([
    findVersion(trx, workspaceId, id, { version }),
    findVersion(trx, workspaceId, id, { version: version - 1 }),
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
