import type { z } from 'zod';
import { noticeContent, type NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import type { byNoticeReport, Notice } from '../../../../shared/privacyNotice/schema.ts';
import { appError } from '../../../platform/errors.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import * as versionQueries from '../versionQueries.ts';
import { noticeRecord, todayOf } from '../record.ts';

/** The content of a notice's report. */
export interface NoticeReportFacts {
  /** 0: the draft. */
  readonly version: number;
  readonly sha256: string | null;
  readonly content: Pick<NoticeContent, 'name' | 'kind' | 'parts' | 'summary' | 'points' | 'approver'> & {
    readonly effectiveOn: string | null;
  };
}

type Wanted = Pick<z.output<typeof byNoticeReport>, 'id' | 'version'>;

/** The requested version; by default the one in force, or the draft while there is none. @throws 404 */
export const reportFacts = (ctx: WorkspaceContext, { id, version }: Wanted): Promise<NoticeReportFacts> =>
  ctx.read(async (trx) => {
    const found =
      version === 0
        ? undefined
        : await versionQueries.findVersion(
            trx,
            ctx.workspace.id,
            id,
            version === undefined ? { today: todayOf(ctx) } : { version },
          );
    if (found) {
      const { name, kind, parts, summary, points, approver, effectiveOn } = noticeContent.parse(found.content);
      return {
        version: found.version,
        sha256: found.sha256,
        content: { name, kind, parts, summary, points, approver, effectiveOn },
      };
    }
    if (version) throw appError('NOT_FOUND');
    const notice = await noticeRecord.existing(trx, ctx, id);
    return draftFacts(notice);
  });

/** The current draft of a notice. */
export function draftFacts({ name, kind, parts, summary, points, draft, approval }: Notice): NoticeReportFacts {
  const { approver, effectiveFrom } = draft;
  return {
    version: 0,
    sha256: null,
    content: {
      name,
      kind,
      parts,
      summary,
      points,
      approver: approval?.approver ?? approver,
      effectiveOn: effectiveFrom,
    },
  };
}
