import type { z } from 'zod';
import { noticeContent, type NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import type { byNoticeReport, Notice } from '../../../../shared/privacyNotice/schema.ts';
import { appError } from '../../../platform/errors.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { type NotInForce, stateOf } from '../inForce.ts';
import * as queries from '../queries.ts';
import * as versionQueries from '../versionQueries.ts';
import { noticeRecord, todayOf } from '../record.ts';

/** The content of a notice's report. */
export interface NoticeReportFacts {
  /** 0: the draft. */
  readonly version: number;
  readonly sha256: string | null;
  /** Null: it is in force. */
  readonly notInForce: NotInForce | null;
  readonly content: Pick<NoticeContent, 'name' | 'kind' | 'parts' | 'summary' | 'points' | 'approver'> & {
    readonly effectiveOn: string | null;
  };
}

type Wanted = Pick<z.output<typeof byNoticeReport>, 'id' | 'version'>;

/** The requested version; by default the one in force, or the draft while there is none. @throws 404 */
export const reportFacts = (ctx: WorkspaceContext, { id, version }: Wanted): Promise<NoticeReportFacts> =>
  ctx.read(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const today = todayOf(ctx);
    const [state, found] = await Promise.all([
      queries.find(trx, workspaceId, id, today),
      version === 0
        ? undefined
        : versionQueries.findVersion(trx, workspaceId, id, version === undefined ? { today } : { version }),
    ]);
    if (state && found) {
      const { name, kind, parts, summary, points, approver, effectiveOn } = noticeContent.parse(found.content);
      return {
        version: found.version,
        sha256: found.sha256,
        notInForce: stateOf(found.version, state),
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
    notInForce: 'draft',
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
