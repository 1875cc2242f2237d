import type { z } from 'zod';
import type { byNoticeReport, noticeReport } from '../../../../shared/privacyNotice/schema.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { reportFacts } from './facts.ts';

/** The text of a notice, part by part. @throws 404 */
export async function report(
  ctx: WorkspaceContext,
  { lang, ...wanted }: z.output<typeof byNoticeReport>,
): Promise<z.output<typeof noticeReport>> {
  const { version, sha256, content } = await reportFacts(ctx, wanted);
  const { name, effectiveOn, approver, parts, points } = content;
  return {
    version,
    sha256,
    lang,
    name,
    effectiveOn,
    approver,
    sections: parts.map(({ heading, sentences }) => ({
      title: heading[lang],
      lines: sentences.map((sentence) => sentence[lang]),
    })),
    points,
  };
}
