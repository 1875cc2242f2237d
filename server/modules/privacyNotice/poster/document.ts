import { encodeQR } from 'qr';
import type { Locale } from '../../../../shared/locale.ts';
import {
  type Block,
  callout,
  facts,
  heading,
  image,
  list,
  type ReportDocument,
} from '../../../platform/documents/document.ts';
import { dayText } from '../../../platform/dateTexts.ts';
import { translate } from '../../../platform/i18n.ts';
import type { NoticeReportFacts } from '../report/facts.ts';

/** It cannot be used where its version is not in force: its text differs from the public page behind its code. */
export interface Poster extends Pick<NoticeReportFacts, 'version' | 'content' | 'notInForce'> {
  /** The public page in the language of the poster. */
  readonly url: string;
}

/** Purposes that fit on one page in large letters. */
const PURPOSES = 4;
const LENGTHS = { title: 90, controller: 56, purpose: 60, contact: 80 } as const;

/** Percent of the width of the text: about 8 cm with little text, otherwise 5, which a phone can still scan. */
const CODE = { large: 48, small: 28, textUpTo: 300 } as const;

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

/** One page for a wall: organisation, purposes, contact, and a code that leads to the complete notice. */
export function posterDocument({ version, content, url, notInForce }: Poster, locale: Locale): ReportDocument {
  const t = (key: string, values?: Record<string, unknown>) => translate(locale, `noticeDocument:${key}`, values);
  const { name, summary, effectiveOn } = content;
  const purposes = summary.purposes.map((purpose) => cut(purpose[locale], LENGTHS.purpose));
  const more = purposes.length - PURPOSES;
  const length = [name, ...purposes.slice(0, PURPOSES), summary.contact].join('').length;
  const blocks: Block[] = [
    ...(notInForce ? [callout('warn', t(`poster.notInForce.${notInForce}`), t('poster.doNotHang'))] : []),
    ...(purposes.length > 0
      ? [
          heading(1, t('purposes')),
          list([...purposes.slice(0, PURPOSES), ...(more > 0 ? [t('poster.more', { number: more })] : [])]),
        ]
      : []),
    facts([{ label: t('contact'), value: cut(summary.contact, LENGTHS.contact) }]),
    heading(1, t('poster.read')),
    image(encodeQR(url, 'svg', { border: 1 }), t('poster.code'), length > CODE.textUpTo ? CODE.small : CODE.large),
  ];
  const state =
    version > 0 && effectiveOn ? t('poster.version', { version, day: dayText(locale, effectiveOn) }) : t('draft');
  return {
    locale,
    title: cut(name, LENGTHS.title),
    subtitle: cut(summary.controller[locale], LENGTHS.controller),
    meta: [],
    ...(notInForce && { watermark: t(`mark.${notInForce}`) }),
    footer: `${state} · ${url}`,
    large: true,
    blocks,
  };
}
