import type { Locale } from '../../../shared/locale.ts';
import { withoutTurns } from '../../../shared/text.ts';
import { escapeHtml } from '../html.ts';
import { translate } from '../i18n.ts';
import type { QuotaUse } from './quota.ts';

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** What a mail asks `Mailer.enqueue` for, but for the workspace. */
export interface Mail extends Letter {
  /** What it is about, in code: `passwordReset`. */
  kind: string;
  to: string;
  locale: Locale;
  /** What it takes of its workspace's day, for the addressee's sake. */
  quota?: QuotaUse;
}

/** Whom a mail is written to. */
export interface MailAddressee {
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  /** What each mail to this address takes of the workspace's day. */
  readonly quota?: QuotaUse;
}

/** A letter as the mail to somebody. */
export const addressed = (
  kind: string,
  { email, locale, quota }: Omit<MailAddressee, 'name'>,
  letter: Letter,
): Mail => ({
  kind,
  to: email,
  locale,
  ...(quota && { quota }),
  ...letter,
});

interface Content {
  locale: Locale;
  subject: string;
  /** Shown in the greeting; left out for an address that nobody is known by. */
  name?: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Small print below the action. */
  notes?: string[];
}

/** One line of text without line breaks, control characters and marks that turn its direction. */
export const oneLine = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  withoutTurns(text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')).trim();

/** Characters of a Subject header. */
const SUBJECT_LIMIT = 300;

/** The text as a Subject header, which ends at its first line break and has a limit. */
export const subjectLine = (text: string): string => [...oneLine(text)].slice(0, SUBJECT_LIMIT).join('');

/**
 * Plain text and simple HTML of one mail. The HTML carries no image, no script and no outside address but the action's.
 */
export function composeLetter({ locale, subject, name, paragraphs, action, notes = [] }: Content): Letter {
  const greeting = oneLine(translate(locale, name === undefined ? 'mail:hello' : 'mail:greeting', { name }));
  const footer = translate(locale, 'mail:footer');
  const lines = paragraphs.map(oneLine);
  const small = notes.map(oneLine);
  const text =
    [greeting, ...lines, ...(action ? [`${action.label}: ${action.url}`] : []), ...small, '--\n' + footer].join(
      '\n\n',
    ) + '\n';
  const paragraph = (line: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(line)}</p>`;
  const url = action ? escapeHtml(action.url) : '';
  const html = [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subjectLine(subject))}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f6f8;font-family:Sarabun,Tahoma,sans-serif;font-size:16px;line-height:1.6;color:#1a202c">',
    '<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">',
    paragraph(greeting),
    ...lines.map((line) => paragraph(line)),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#1f4e8c;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
          paragraph(translate(locale, 'mail:orOpen'), 'font-size:14px;color:#4a5568'),
          `<p style="margin:0 0 16px;font-size:14px;word-break:break-all"><a href="${url}">${url}</a></p>`,
        ]
      : []),
    ...small.map((line) => paragraph(line, 'font-size:14px;color:#4a5568')),
    `<hr style="border:0;border-top:1px solid #e2e8f0;margin:24px 0">${paragraph(footer, 'font-size:13px;color:#4a5568')}`,
    '</div></body></html>',
  ].join('\n');
  return { subject: subjectLine(subject), text, html };
}
