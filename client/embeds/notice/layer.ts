import type { z } from 'zod';
import type { publicPrivacyNotice } from '../../../shared/privacyNotice/schema.ts';
import { element, webAddress } from '../kit/dom.ts';
import { dayText, fill } from '../kit/language.ts';
import { WORDS } from './words.ts';

export type PublicNotice = z.output<typeof publicPrivacyNotice>;

/** Purposes that are named before the link to the complete notice. */
const PURPOSES = 5;

const row = (label: string, ...values: (Node | string | null)[]) =>
  element('div', {}, element('dt', {}, label), element('dd', {}, ...values));
const listOf = (texts: readonly string[]) => element('ul', {}, ...texts.map((text) => element('li', {}, text)));

/**
 * The first layer of a notice: organisation, purposes, what matters most, rights and contact, and the link to the
 * complete text.
 * @param level of its heading, by the surrounding page
 * @param origin of the product
 */
export function firstLayer(notice: PublicNotice, level: 2 | 3 | 4, origin: string): HTMLElement {
  const { lang, name, summary, version, effectiveOn, withdrawn, url } = notice;
  const words = WORDS[lang];
  const { controller, purposes, weighs, contact, rights, withdrawOrObject } = summary;
  const more = purposes.length - PURPOSES;
  const requestForm = webAddress(summary.requestUrl, origin);
  const title = element(`h${level}`, { id: 'title' }, name);
  return element(
    'section',
    { lang, 'aria-labelledby': 'title' },
    title,
    withdrawn && element('p', { class: 'banner', role: 'note' }, words.withdrawn),
    element(
      'dl',
      {},
      row(words.controller, controller),
      row(
        words.purposes,
        listOf([...purposes.slice(0, PURPOSES), ...(more > 0 ? [fill(words.more, { number: more })] : [])]),
      ),
      weighs.length > 0 && row(words.weighsMost, listOf(weighs.map((one) => words.weighs[one]))),
      row(
        words.rights,
        rights && element('p', {}, rights),
        withdrawOrObject && element('p', {}, withdrawOrObject),
        requestForm ? element('a', { href: requestForm, rel: 'noopener' }, words.form) : words.byContact,
      ),
      row(words.contact, contact),
    ),
    element(
      'p',
      { class: 'foot' },
      element('a', { href: webAddress(url, origin) ?? '', rel: 'noopener' }, words.full),
      element('span', {}, fill(words.version, { number: version, day: dayText(effectiveOn, lang) })),
    ),
  );
}
