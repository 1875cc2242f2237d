import type { Locale } from '../../../../shared/locale.ts';
import { noticePage } from '../../../../shared/privacyNotice/address.ts';
import type { NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import { requestFormPage } from '../../../../shared/requestSubmission/page.ts';

const ID = '[0-9a-f-]{36}';

/** Writes links to notices and request forms of the workspace in the reader's language; other text as it is. */
export function linksIn(workspaceId: string, locale: Locale): (text: string) => string {
  if (locale === 'th') return (text) => text;
  const pages = [noticePage(workspaceId, ID), requestFormPage(workspaceId, ID)].join('|');
  const own = new RegExp(`(https?://[^\\s/]+(?:${pages}))(?![\\w/?-])`, 'g');
  return (text) => text.replace(own, `$1?lang=${locale}`);
}

/**
 * A version with its links to other notices and request forms of the workspace in the reader's language. Without one
 * these pages are Thai, so that Thai readers get the text as it is stored.
 */
export function linkedIn(content: NoticeContent, workspaceId: string, locale: Locale): NoticeContent {
  if (locale === 'th') return content;
  const linked = linksIn(workspaceId, locale);
  const { parts, summary } = content;
  return {
    ...content,
    parts: parts.map((part) => ({
      ...part,
      sentences: part.sentences.map((one) => ({ ...one, [locale]: linked(one[locale]) })),
    })),
    summary: { ...summary, requestUrl: summary.requestUrl && linked(summary.requestUrl) },
  };
}
