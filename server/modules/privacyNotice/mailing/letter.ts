import type { Locale } from '../../../../shared/locale.ts';
import { noticePage } from '../../../../shared/privacyNotice/address.ts';
import type { NoticeContent, WrittenPart } from '../../../../shared/privacyNotice/content.ts';
import { type NoticeChange, wordedChanges } from '../../../../shared/privacyNotice/drift.ts';
import type { NoticeMailing } from '../../../../shared/privacyNotice/mailing.ts';
import { dayText } from '../../../platform/dateTexts.ts';
import { translate } from '../../../platform/i18n.ts';
import { composeLetter, type Letter } from '../../../platform/mail/letter.ts';
import { linksIn } from '../public/links.ts';

/** Changes that are described in full; the notice has the others. */
const MOST_CHANGES = 8;

/** Characters of a change; longer ones are shortened, so that a mail stays short: the notice has them in full. */
const LONGEST_LINE = 280;
function cut(line: string): string {
  const characters = [...line];
  return characters.length > LONGEST_LINE ? `${characters.slice(0, LONGEST_LINE).join('').trim()}…` : line;
}

/** A version as people are notified of it. */
export interface Announced {
  readonly content: NoticeContent;
  readonly version: number;
  /** The changes from the previous version that people are notified of. */
  readonly changes: readonly NoticeChange[];
  readonly workspaceId: string;
  /** The public page. */
  readonly url: string;
  /** Not in force yet: until then the page has the previous version. */
  readonly isAhead: boolean;
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
  readonly version: number;
  readonly publicUrl: string;
  readonly isAhead: boolean;
}

/**
 * A version and its changes from the parts of the previous one, for notifications. `publicUrl`: the product's own
 * address.
 */
export function announced(
  content: NoticeContent,
  before: readonly WrittenPart[] | null,
  { workspaceId, id, version, publicUrl, isAhead }: Place,
): Announced {
  const changes = before
    ? wordedChanges(before, content.parts).filter((change) => change.tellAgain && change.after !== null)
    : [];
  return { content, version, changes, isAhead, workspaceId, url: `${publicUrl}${noticePage(workspaceId, id)}` };
}

const wordsOf = (locale: Locale, { content, version }: Announced) => {
  const values = {
    notice: content.name,
    organization: content.summary.controller[locale],
    version,
    day: dayText(locale, content.effectiveOn),
  };
  return (key: string, more: Record<string, unknown> = {}) =>
    translate(locale, `mail:noticeChange.${key}`, { ...values, ...more });
};

/** The address in the reader's language. */
const pageIn = (locale: Locale, { url }: Announced): string => (locale === 'th' ? url : `${url}?lang=${locale}`);

function changeLines(locale: Locale, one: Announced): string[] {
  const t = wordsOf(locale, one);
  const first = one.changes.slice(0, MOST_CHANGES);
  const rest = one.changes.length - first.length;
  const linked = linksIn(one.workspaceId, locale);
  return [
    ...first.map(({ heading, after }) => cut(`• ${heading[locale]}: ${linked(after![locale])}`)),
    ...(rest > 0 ? [t('more', { number: rest })] : []),
    ...(one.isAhead ? [t('ahead')] : []),
  ];
}

/** The mail about a version; it only differs by language. */
export function changeLetter(locale: Locale, one: Announced): Letter {
  const t = wordsOf(locale, one);
  const lines = changeLines(locale, one);
  return composeLetter({
    locale,
    subject: t('subject'),
    paragraphs: [t('lead'), ...(one.changes.length > 0 ? [t('changes')] : []), ...lines],
    action: { label: t('action'), url: pageIn(locale, one) },
    notes: [t('why'), t('noUnsubscribe')],
  });
}

/** Texts about the version for other channels. */
export function placeTexts(locale: Locale, one: Announced): NoticeMailing['texts']['th'] {
  const t = wordsOf(locale, one);
  const url = pageIn(locale, one);
  const letter = changeLetter(locale, one);
  return {
    website: t('website', { url }),
    reception: [t('reception'), ...changeLines(locale, one), url].join('\n'),
    mail: `${letter.subject}\n\n${letter.text}`,
  };
}
