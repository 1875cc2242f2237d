import type { z } from 'zod';
import { noticePage } from '../../../../shared/privacyNotice/address.ts';
import type { publicPrivacyNotice } from '../../../../shared/privacyNotice/schema.ts';
import type { PublicVersion } from './live.ts';
import type { NoticeView } from './reader.ts';

/** A notice for apps, in one language. @param base the product's public address */
export function publicNotice(
  { notice, version, content, locale }: NoticeView,
  base: string,
): z.output<typeof publicPrivacyNotice> {
  const hashOf = (one: PublicVersion) => (locale === 'th' ? one.sha256Th : one.sha256En);
  const { summary, parts, name } = content;
  return {
    id: notice.id,
    name,
    lang: locale,
    version: version.version,
    sha256: hashOf(version),
    effectiveOn: version.effectiveOn,
    withdrawn: notice.withdrawn,
    url: `${base}${noticePage(notice.workspaceId, notice.id)}?lang=${locale}`,
    summary: {
      controller: summary.controller[locale],
      purposes: summary.purposes.map((purpose) => purpose[locale]),
      weighs: summary.weighs,
      contact: summary.contact,
      requestUrl: summary.requestUrl,
      rights: summary.rights?.[locale] ?? null,
      withdrawOrObject: summary.withdrawOrObject?.[locale] ?? null,
    },
    sections: parts.map(({ kind, heading, sentences }) => ({
      kind,
      heading: heading[locale],
      sentences: sentences.map((sentence) => ({ section: sentence.section, text: sentence[locale] })),
    })),
    versions: notice.versions.map((one) => ({
      version: one.version,
      effectiveOn: one.effectiveOn,
      sha256: hashOf(one),
    })),
  };
}
