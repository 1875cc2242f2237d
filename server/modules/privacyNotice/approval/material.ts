import { sql } from 'kysely';
import type { Executor } from '../../../../db/client.ts';
import type { NoticeDraft, NoticeKind } from '../../../../shared/privacyNotice/draft.ts';
import { noticeDraft } from '../../../../shared/privacyNotice/draft.ts';
import { type NoticePart, noticeParts } from '../../../../shared/privacyNotice/text/notice.ts';
import { asWordedBefore } from '../../../../shared/privacyNotice/text/reworded.ts';
import { textOf, writtenParts } from '../../../../shared/privacyNotice/write.ts';
import { contentHash } from '../../../platform/crypto/canonical.ts';
import { noticeRegister, type NoticeRegister } from '../publishedRegister.ts';
import { noticeFacts } from '../register.ts';

interface Drafted {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly draft: NoticeDraft;
}

interface DraftHashes {
  /** Of the draft as the product words it. */
  readonly current: string;
  /** Of the same draft as the release before worded it, to the same effect: what was approved then stays so. */
  readonly former: string;
}

/**
 * SHA-256 (hex) of the content of a notice and its first day, independent of reader and installation. The approver is
 * not included, since the approval adds them.
 */
export function draftHashes(workspaceId: string, { id, kind, draft }: Drafted, register: NoticeRegister): DraftHashes {
  const parts = noticeParts(noticeFacts({ workspaceId, id, kind }, draft, register, ''));
  const { name, effectiveFrom, reviewOn, edits } = draft;
  const hashOf = (worded: readonly NoticePart[]): string => {
    const written = writtenParts(worded, edits);
    return contentHash({
      kind,
      effectiveFrom,
      reviewOn,
      th: textOf(name, written, 'th'),
      en: textOf(name, written, 'en'),
    });
  };
  const before = parts.map((part) => ({
    ...part,
    sentences: part.sentences.map((one) => ({ ...one, en: asWordedBefore(one.en, one.source.field) })),
  }));
  return { current: hashOf(parts), former: hashOf(before) };
}

interface NoticeHashes {
  /** Of the current draft. */
  readonly current: string;
  /** The hashes of the draft, and those of versions that were published by an approval: these stay approved. */
  readonly valid: ReadonlySet<string>;
}

/** The hashes of these notices; those that do not exist are left out. */
export async function noticeHashes(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, NoticeHashes>> {
  const { rows } = await sql<{
    id: string;
    kind: NoticeKind;
    dataControllerId: string;
    content: unknown;
    published: string[];
  }>`
    select n.id, n.kind, n.data_controller_id as "dataControllerId", n.content,
           array(select v.content -> 'approval' ->> 'recordSha256' from privacy_notice_versions v
                  where v.workspace_id = n.workspace_id and v.privacy_notice_id = n.id
                    and v.content -> 'approval' ->> 'recordSha256' is not null) as published
      from privacy_notices n
     where n.workspace_id = ${workspaceId} and n.id = any(${[...ids]}::uuid[]) order by n.id`.execute(
    db.withoutPlugins(),
  );
  const hashes = new Map<string, NoticeHashes>();
  for (const { id, kind, dataControllerId, content, published } of rows) {
    const draft = noticeDraft.parse(content);
    const register = await noticeRegister(db, workspaceId, dataControllerId, null, draft);
    const { current, former } = draftHashes(workspaceId, { id, kind, draft }, register);
    hashes.set(id, { current, valid: new Set([current, former, ...published]) });
  }
  return hashes;
}
