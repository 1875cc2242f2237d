import type { NoticeContent, NoticeSentence, WrittenPart } from '../../../../shared/privacyNotice/content.ts';
import { wordedChanges } from '../../../../shared/privacyNotice/drift.ts';
import type { Locale } from '../../../../shared/locale.ts';
import { noticePage } from '../../../../shared/privacyNotice/address.ts';
import { escapeHtml } from '../../../platform/html.ts';
import type { PublicVersion } from './live.ts';
import type { NoticeView } from './reader.ts';
import { PAGE_CSS } from './style.ts';
import { inLanguages, type PageWords, pageWords } from './words.ts';

/**
 * Turns a web address in an escaped text into a link; the surrounding text, and the sign that ends a clause, stay text.
 * Of the escaped signs an address contains `&amp;` alone; the others end it.
 */
const linked = (html: string): string =>
  html.replace(
    /https?:\/\/(?:[^\s<>"'&]|&amp;)*(?:&amp;|[^\s<>"'&.,;:!?)])/g,
    (address) => `<a href="${address}" rel="noopener">${address}</a>`,
  );

const OTHER: Readonly<Record<Locale, Locale>> = { th: 'en', en: 'th' };

const addressOf = (
  { notice }: Pick<NoticeView, 'notice'>,
  more: string,
  query: Readonly<Record<string, string>>,
): string => escapeHtml(`${noticePage(notice.workspaceId, notice.id)}${more}?${new URLSearchParams(query).toString()}`);

/** The query of a version: the current one has none, so that a link to it leads to later ones too. */
const queryOf = ({ notice, version, locale }: NoticeView): Record<string, string> => ({
  lang: locale,
  ...(version.version !== notice.versions[0]!.version && { version: String(version.version) }),
});

const frame = (locale: Locale, title: string, body: string): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${PAGE_CSS}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** A public notice: in short, in full, as a table, with its versions. Accessible, and without a script. */
export function noticeHtml(view: NoticeView): string {
  const { notice, version, content, locale } = view;
  const w = pageWords(locale);
  const { t, text, day } = w;
  const isCurrent = version.version === notice.versions[0]!.version;
  const other = OTHER[locale];
  const parts = content.parts.map((part, index) => partHtml(part, index, w)).join('\n');
  const contents = content.parts
    .map(({ heading }, index) => `<li><a href="#p${index + 1}">${text(heading)}</a></li>`)
    .join('');
  return frame(
    locale,
    escapeHtml(content.name),
    `<a class="skip" href="#text">${t('skip')}</a>
<header>
<nav aria-label="${t('languages')}"><a lang="${other}" hreflang="${other}" href="${addressOf(view, '', { ...queryOf(view), lang: other })}">${pageWords(other).t('thisLanguage')}</a></nav>
<p class="from">${text(content.summary.controller)}</p>
<h1>${inLanguages(content.name, locale)}</h1>
<p class="meta">${t('versionFrom', { number: w.number(version.version), day: day(version.effectiveOn) })}</p>
${banner(view, isCurrent, w)}</header>
<main id="text">
${shortHtml(content, w)}
<nav class="contents" aria-label="${t('contents')}"><h2>${t('contents')}</h2><ol>${contents}</ol></nav>
${parts}
${tableHtml(content.parts, w)}
</main>
<footer>
${versionsHtml(view, w)}
<p>${t('hash')} <code>${locale === 'th' ? version.sha256Th : version.sha256En}</code></p>
<p class="screen"><a href="${addressOf(view, '/notice.pdf', queryOf(view))}">${t('pdf')}</a></p>
</footer>`,
  );
}

function banner(view: NoticeView, isCurrent: boolean, { t }: PageWords): string {
  if (view.notice.withdrawn) return `<p class="banner" role="note">${t('withdrawn')}</p>\n`;
  if (isCurrent) return '';
  const current = addressOf(view, '', { lang: view.locale });
  return `<p class="banner" role="note">${t('earlier')} <a href="${current}">${t('toCurrent')}</a></p>\n`;
}

/** One screen of a phone: organisation, purposes, what matters most, rights and contact. */
function shortHtml({ summary }: NoticeContent, { t, text }: PageWords): string {
  const { purposes, weighs, contact, requestUrl, rights, withdrawOrObject } = summary;
  const first = purposes.slice(0, 5).map((purpose) => `<li>${text(purpose)}</li>`);
  const more = purposes.length > 5 ? `<li><a href="#p2">${t('more', { number: purposes.length - 5 })}</a></li>` : '';
  const row = (sign: string, label: string, value: string) =>
    `<div><dt><span aria-hidden="true">${sign}</span> ${label}</dt><dd>${value}</dd></div>`;
  return `<section class="short" aria-labelledby="short"><h2 id="short">${t('short')}</h2><dl>
${row('●', t('who'), text(summary.controller))}
${row('◆', t('why'), `<ul>${first.join('')}${more}</ul>`)}
${weighs.length > 0 ? row('▲', t('weighsMost'), `<ul>${weighs.map((one) => `<li>${t(`weighs.${one}`)}</li>`).join('')}</ul>`) : ''}
${row('✓', t('rights'), [...[rights, withdrawOrObject].flatMap((line) => (line ? [text(line)] : [])), requestUrl ? linked(escapeHtml(requestUrl)) : t('byContact')].join('<br>'))}
${row('✉', t('contact'), escapeHtml(contact))}
</dl></section>`;
}

const partHtml = ({ heading, sentences }: WrittenPart, index: number, { text }: PageWords): string =>
  `<section aria-labelledby="p${index + 1}"><h2 id="p${index + 1}">${text(heading)}</h2><ul>${sentences
    .map((sentence) => `<li>${linked(text(sentence))}</li>`)
    .join('')}</ul></section>`;

/** Purposes side by side, for wide screens; the parts have the same content. */
function tableHtml(parts: readonly WrittenPart[], { t, text }: PageWords): string {
  const purposes = parts.filter(({ kind }) => kind === 'purpose');
  if (purposes.length < 2) return '';
  const cell = (sentences: readonly NoticeSentence[], field: RegExp) =>
    `<td>${sentences
      .filter(({ source }) => field.test(source.field))
      .map((one) => `<p>${text(one)}</p>`)
      .join('')}</td>`;
  const columns = [
    /^(lawfulBases|sensitiveExemptions)$/,
    /^piiCategories$/,
    /^retention$/,
    /^(thirdParties|internalApplications|storageSystems|dataMapping)$/,
  ];
  return `<section class="wide" aria-labelledby="table"><h2 id="table">${t('table')}</h2><div class="scroll" tabindex="0" role="region" aria-labelledby="table"><table><thead><tr>${['purpose', 'basis', 'data', 'period', 'recipients'].map((one) => `<th scope="col">${t(`column.${one}`)}</th>`).join('')}</tr></thead><tbody>${purposes
    .map(
      ({ heading, sentences }) =>
        `<tr><th scope="row">${text(heading)}</th>${columns.map((field) => cell(sentences, field)).join('')}</tr>`,
    )
    .join('')}</tbody></table></div></section>`;
}

function versionsHtml(view: NoticeView, { t, day, number }: PageWords): string {
  const { notice, locale } = view;
  const rows = notice.versions.map(({ version, effectiveOn }, index) => {
    const before = notice.versions[index + 1]?.version;
    const current = version === view.version.version ? ' aria-current="page"' : '';
    const address = addressOf(view, '', { lang: locale, ...(index > 0 && { version: String(version) }) });
    const changes =
      before === undefined
        ? ''
        : ` · <a href="${addressOf(view, '/changes', { lang: locale, from: String(before), to: String(version) })}">${t('changesOf', { number: number(before) })}</a>`;
    return `<li><a href="${address}"${current}>${t('versionFrom', { number: number(version), day: day(effectiveOn) })}</a>${changes}</li>`;
  });
  return `<section class="screen" aria-labelledby="versions"><h2 id="versions">${t('versions')}</h2><ul>${rows.join('')}</ul></section>`;
}

/** The differences between two versions, for the public. */
export function changesHtml(
  view: NoticeView,
  before: { readonly version: PublicVersion; readonly content: NoticeContent },
): string {
  const { locale, version, content } = view;
  const w = pageWords(locale);
  const { t, text, number, day } = w;
  const changes = wordedChanges(before.content.parts, content.parts);
  const side = (label: string, words: { th: string; en: string } | null, tag: 'del' | 'ins') =>
    words ? `<p><span class="label">${label}</span> <${tag}>${text(words)}</${tag}></p>` : '';
  const items = changes.map(
    (change) =>
      `<li><h2>${text(change.heading)}</h2>${side(t('before'), change.before, 'del')}${side(t('after'), change.after, 'ins')}</li>`,
  );
  const title = t('changesTitle', { from: number(before.version.version), to: number(version.version) });
  return frame(
    locale,
    title,
    `<header><p class="from">${inLanguages(content.name, locale)}</p><h1>${title}</h1>
<p class="meta">${t('versionFrom', { number: number(version.version), day: day(version.effectiveOn) })}</p></header>
<main>${items.length > 0 ? `<ul class="changes">${items.join('\n')}</ul>` : `<p>${t('noChanges')}</p>`}
<p><a href="${addressOf(view, '', queryOf(view))}">${t('toNotice')}</a></p></main>`,
  );
}

/** The text where there is no notice. */
export const faultHtml = (locale: Locale, fault: 'notFound' | 'closed' | 'away' | 'busy'): string => {
  const { t } = pageWords(locale);
  return frame(
    locale,
    t(`fault.${fault}.title`),
    `<main><h1>${t(`fault.${fault}.title`)}</h1><p>${t(`fault.${fault}.body`)}</p></main>`,
  );
};
