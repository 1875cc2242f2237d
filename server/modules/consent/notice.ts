import type { Executor } from '../../../db/client.ts';
import { startOf } from '../../../shared/bangkok.ts';
import { noticeVersionAt, noticeVersionsOfForm } from './noticeQueries.ts';

/** A version of a privacy notice, with the SHA-256 of its text in one language. */
export interface NoticeRead {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly sha256: string;
}

/**
 * The privacy notice that a form linked to, in the version that was in force at a moment (ISO 8601) and in the language
 * of the consent. Null: the form linked to none, or none was in force.
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

/**
 * The same for every consent of a form, without a query for each: the version in force at a moment (milliseconds since
 * 1970) of the notice that a version linked to.
 */
export async function noticesOfForm(
  db: Executor,
  workspaceId: string,
  consentId: string,
): Promise<(noticeId: string | null, read: { at: number; language: string }) => NoticeRead | null> {
  const versions = (await noticeVersionsOfForm(db, workspaceId, consentId)).map(
    ({ id, name, version, publishedAt, effectiveOn, sha256Th, sha256En }) => ({
      id,
      since: Math.max(Date.parse(publishedAt), Date.parse(startOf(effectiveOn))),
      th: { id, name, version, sha256: sha256Th },
      en: { id, name, version, sha256: sha256En },
    }),
  );
  const ofNotice = Map.groupBy(versions, ({ id }) => id);
  return (noticeId, { at, language }) => {
    const found = noticeId === null ? undefined : ofNotice.get(noticeId)?.find(({ since }) => since <= at);
    return found ? found[language === 'en' ? 'en' : 'th'] : null;
  };
}
