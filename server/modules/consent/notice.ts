import type { Executor } from '../../../db/client.ts';
import { noticeVersionAt } from './noticeQueries.ts';

/** A version of a privacy notice, with the SHA-256 of its text in one language. */
export interface NoticeRead {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly sha256: string;
}

/**
 * The privacy notice that a form led to, in the version that was in force at a moment (ISO 8601), as whoever consented
 * in a language read it. Null: the form led to none, or nothing was in force.
 */
export async function noticeAtConsent(
  db: Executor,
  workspaceId: string,
  notice: { id: string } | undefined,
  { at, language }: { at: string; language: 'th' | 'en' },
): Promise<NoticeRead | null> {
  const found = notice ? await noticeVersionAt(db, workspaceId, notice.id, at) : null;
  if (!found) return null;
  const { sha256Th, sha256En, ...rest } = found;
  return { ...rest, sha256: language === 'th' ? sha256Th : sha256En };
}
