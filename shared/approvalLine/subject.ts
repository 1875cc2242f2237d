import { z } from 'zod';
import { id } from '../text.ts';

/** Kinds of documents that are approved. */
export const REPORT_TYPES = ['ROPA', 'DPIA', 'NOTICE'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** Locale key of the refusal of a second request while one over the same document is open. */
export const LINE_OPEN = {
  ROPA: 'approvalLine:problem.lineOpen',
  DPIA: 'approvalLine:problem.lineOpenDpia',
  NOTICE: 'approvalLine:problem.lineOpenNotice',
} as const satisfies Record<ReportType, string>;

/** What a document is of, as it is asked for. */
export const documentSubject = {
  reportType: z.enum(REPORT_TYPES),
  /** Whose record or assessment it is; of a notice left out. */
  applicationId: id.optional(),
  /** The notice that it is; otherwise left out. */
  privacyNoticeId: id.optional(),
};
/** A document by what it is of. */
export interface DocumentSubject {
  readonly reportType: ReportType;
  /** Of its application; of a notice its own. */
  readonly subjectId: string;
}
interface NamedSubject {
  readonly reportType: ReportType;
  readonly applicationId?: string | null | undefined;
  readonly privacyNoticeId?: string | null | undefined;
}
const subjectField = ({ reportType }: Pick<NamedSubject, 'reportType'>) =>
  reportType === 'NOTICE' ? 'privacyNoticeId' : 'applicationId';
/** What a document is of; null where that is gone. */
export function subjectOf(named: NamedSubject): DocumentSubject | null {
  const subjectId = named[subjectField(named)];
  return subjectId ? { reportType: named.reportType, subjectId } : null;
}
/** @see documentSubject one of the two is needed */
export const needsSubject = {
  check: (named: NamedSubject) => subjectOf(named) !== null,
  options: {
    error: 'errors:required',
    path: ['applicationId'],
  },
};

/**
 * Of what a document was made, as the key of its text: a published version, the draft after it, the draft before the
 * first one; or a version or a draft beside it where that was not stored.
 */
export const versionKey = ({ version, fromDraft }: { version: number; fromDraft: boolean | null }) =>
  version === 0 ? 'never' : fromDraft === null ? 'unknown' : fromDraft ? 'draft' : 'published';
