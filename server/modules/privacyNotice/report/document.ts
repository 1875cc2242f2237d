import type { Locale } from '../../../../shared/locale.ts';
import {
  type Block,
  callout,
  facts,
  heading,
  list,
  type ReportDocument,
  table,
} from '../../../platform/documents/document.ts';
import { dayText } from '../../../platform/dateTexts.ts';
import { translate } from '../../../platform/i18n.ts';
import type { NoticeReportFacts } from './facts.ts';

/** A notice as a document: first the short layer, then the complete text, and who approved it. */
export function noticeDocument(
  { version, sha256, notInForce, content }: NoticeReportFacts,
  locale: Locale,
): ReportDocument {
  const t = (key: string, values?: Record<string, unknown>) => translate(locale, `noticeDocument:${key}`, values);
  const { name, summary, parts, approver, effectiveOn } = content;
  const text = (words: { th: string; en: string }) => words[locale];
  const lines = [summary.rights, summary.withdrawOrObject].filter((line) => line !== undefined);
  const weighs = summary.weighs.map((one) => t(`weighs.${one}`));
  const short: Block[] = [
    heading(1, t('short')),
    facts([
      { label: t('controller'), value: text(summary.controller) },
      { label: t('purposes'), value: summary.purposes.map(text) },
      ...(weighs.length > 0 ? [{ label: t('weighsMost'), value: weighs }] : []),
      { label: t('rights'), value: [...lines.map(text), summary.requestUrl ?? t('byContact')] },
      { label: t('contact'), value: summary.contact },
    ]),
  ];
  const purposes = parts.filter(({ kind }) => kind === 'purpose');
  const rowsOf = (field: RegExp, part: (typeof parts)[number]) =>
    part.sentences.filter(({ source }) => field.test(source.field)).map(text);
  return {
    locale,
    title: name,
    subtitle: text(summary.controller),
    meta: [
      { label: t('version'), value: version > 0 ? String(version) : t('draft') },
      ...(effectiveOn ? [{ label: t('effectiveOn'), value: dayText(locale, effectiveOn) }] : []),
      ...(approver.name
        ? [{ label: t('approvedBy'), value: [approver.name, approver.position].filter(Boolean).join(' · ') }]
        : []),
    ],
    ...(notInForce && { watermark: t(`mark.${notInForce}`) }),
    footer: sha256 ? `${name} · SHA-256 ${sha256}` : name,
    blocks: [
      ...(notInForce ? [callout('warn', t(`notInForce.${notInForce}`))] : []),
      ...short,
      heading(1, t('full')),
      ...parts.flatMap(({ heading: title, sentences }) => [heading(2, text(title)), list(sentences.map(text))]),
      ...(purposes.length > 1
        ? [
            heading(1, t('table')),
            table(
              [
                { header: t('column.purpose'), width: 3 },
                { header: t('column.basis'), width: 4 },
                { header: t('column.data'), width: 4 },
                { header: t('column.period'), width: 3 },
              ],
              purposes.map((part) => [
                text(part.heading),
                rowsOf(/^lawfulBases$/, part),
                rowsOf(/^piiCategories$/, part),
                rowsOf(/^retention$/, part),
              ]),
            ),
          ]
        : []),
    ],
  };
}
