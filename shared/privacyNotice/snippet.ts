import { NOTICE_SCRIPT, noticePage } from './address.ts';

/** What the code of a page names. */
interface SnippetFacts {
  /** The product's own address, without a slash at its end. */
  readonly publicUrl: string;
  readonly ws: string;
  readonly id: string;
  readonly name: string;
  readonly lang: 'th' | 'en';
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** The notice by a link alone: for pages that run no script of others. */
export const linkSnippet = ({ publicUrl, ws, id, name, lang }: SnippetFacts): string =>
  `<a href="${publicUrl}${noticePage(ws, id)}?lang=${lang}" hreflang="${lang}">${escape(name)}</a>`;

/** The first layer of the notice in the page; without the script, or without an answer, the link stays. */
export const embedSnippet = (facts: SnippetFacts): string =>
  [
    `<div data-privacy-notice="${facts.id}" data-workspace="${facts.ws}" lang="${facts.lang}">`,
    `  ${linkSnippet(facts)}`,
    '</div>',
    `<script async src="${facts.publicUrl}${NOTICE_SCRIPT}"></script>`,
  ].join('\n');

/** What a page's Content-Security-Policy has to allow. */
export const policySnippet = ({ publicUrl }: Pick<SnippetFacts, 'publicUrl'>): string =>
  `script-src ${publicUrl}; connect-src ${publicUrl}`;
