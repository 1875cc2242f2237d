import type { Locale } from '../../../../shared/locale.ts';
import { noticePage } from '../../../../shared/privacyNotice/address.ts';
import type { NoticeContent } from '../../../../shared/privacyNotice/content.ts';
import { type NoticeChange, wordedChanges } from '../../../../shared/privacyNotice/drift.ts';
import type { NoticeMailing } from '../../../../shared/privacyNotice/mailing.ts';
import { dayText } from '../../../platform/exports/texts.ts';
import { translate } from '../../../platform/i18n.ts';
import { composeLetter, type Letter } from '../../../platform/mail/letter.ts';

/** Changes that are said in full; the rest stand in the notice. */
const MOST_CHANGES = 8;

/** Longer ones are cut, as lines of a mail are: the notice has them in full. */
const LONGEST_LINE = 280;
const cut = (line: string): string => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).trim()}…` : line);

/** A version as people are informed of it. */
export interface Announced {
  readonly content: NoticeContent;
  readonly version: number;
  /** What of it people are to be informed of, against the version before. */
  readonly changes: readonly NoticeChange[];
  /** Where everybody reads it. */
  readonly url: string;
  /** Not in force yet: until then the page shows the version before. */
  readonly isAhead: boolean;
}

interface Place {
  readonly workspaceId: string;
  readonly id: string;
  readonly version: number;
  readonly publicUrl: string;
  readonly isAhead: boolean;
}

/** What is said of a version, against the one before it. `publicUrl`: the product's own address. */
export function announced(
  content: NoticeContent,
  before: NoticeContent | null,
  { workspaceId, id, version, publicUrl, isAhead }: Place,
): Announced {
  const changes = before
    ? wordedChanges(before.parts, content.parts).filter((change) => change.tellAgain && change.after !== null)
    : [];
  return { content, version, changes, isAhead, url: `${publicUrl}${noticePage(workspaceId, id)}` };
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

/** The address in the language of whoever reads it. */
const pageIn = (locale: Locale, { url }: Announced): string => (locale === 'th' ? url : `${url}?lang=${locale}`);

function changeLines(locale: Locale, one: Announced): string[] {
  const t = wordsOf(locale, one);
  const first = one.changes.slice(0, MOST_CHANGES);
  const rest = one.changes.length - first.length;
  return [
    ...first.map(({ heading, after }) => cut(`• ${heading[locale]}: ${after![locale]}`)),
    ...(rest > 0 ? [t('more', { number: rest })] : []),
    ...(one.isAhead ? [t('ahead')] : []),
  ];
}

/** The mail about a version, the same to everybody but for the language. */
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

/** What is said of it in other places. */
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
