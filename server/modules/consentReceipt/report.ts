import { createHash } from 'node:crypto';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Locale } from '../../../shared/locale.ts';
import { type Receipt, type ReceiptView, receiptView } from '../../../shared/consentReceipt/receipt.ts';
import { withLocale } from '../../../shared/registry/routeMatch.ts';
import { dayText, timeText } from '../../platform/dateTexts.ts';
import { translate } from '../../platform/i18n.ts';
import {
  type Block,
  callout,
  facts,
  heading,
  paragraph,
  type ReportDocument,
} from '../../platform/documents/document.ts';

const TONES = { given: 'ok', refused: 'info', withdrawn: 'warn' } as const;

type Texts = (key: string, values?: Record<string, unknown>) => string;
type PurposeView = ReceiptView['purposes'][number];

/** The decision on one purpose, and its meaning for the data. */
function purposeBlocks(purpose: PurposeView, locale: Locale, t: Texts): Block[] {
  const words = (text: { th: string; en: string }) => text[locale];
  const periodText = ({ period, start }: NonNullable<PurposeView['retention']>) => {
    const length = period ? words(period) : t('forGood');
    return start ? translate(locale, 'retention:from', { period: length, event: words(start) }) : length;
  };
  const country = new Intl.DisplayNames(locale, { type: 'region' });
  return [
    heading(3, words(purpose.title)),
    callout(TONES[purpose.state], words(purpose.description) || words(purpose.title), t(`state.${purpose.state}`)),
    facts([
      ...(purpose.indicatedBy
        ? [{ label: t('field.indicatedBy'), value: t(`indicatedBy.${purpose.indicatedBy}`) }]
        : []),
      { label: t('field.basis'), value: t(purpose.basis.includes('26') ? 'basis.explicit' : 'basis.consent') },
      {
        label: t('field.personalData'),
        value:
          purpose.personalData.length === 0
            ? t('notStated')
            : purpose.personalData.map(({ name, sensitive }) =>
                sensitive ? { text: words(name), mark: 'sensitive' as const } : words(name),
              ),
      },
      {
        label: t('field.recipients'),
        value:
          purpose.recipients.length === 0
            ? t('noRecipients')
            : purpose.recipients.map(
                ({ name, countries }) => `${name} (${countries.map((code) => country.of(code)).join(', ')})`,
              ),
      },
      {
        label: t('field.retention'),
        value: purpose.retention ? [periodText(purpose.retention), purpose.retention.note] : t('notStated'),
      },
    ]),
  ];
}

/** A receipt as a document. `address`: of the product. The file of the signed receipt is named by its SHA-256. */
export function receiptReport(
  receipt: Receipt,
  jws: string,
  keyId: string,
  locale: Locale,
  address: string,
): ReportDocument {
  const view = receiptView(receipt);
  const t: Texts = (key, values) => translate(locale, `consentReceipt:${key}`, values);
  const words = (text: { th: string; en: string }) => text[locale];
  const { controller, form, notice, subject } = view;
  return {
    locale,
    title: t('title'),
    subtitle: words(controller.name),
    meta: [
      { label: t('field.chosenAt'), value: timeText(locale, new Date(view.at)) },
      { label: t('field.issuedAt'), value: timeText(locale, new Date(view.issuedAt)) },
      { label: t('field.receiptId'), value: view.id },
    ],
    footer: `${t('title')} · ${view.id}`,
    blocks: [
      facts([
        { label: t('field.uid'), value: subject.uid },
        { label: t('field.name'), value: subject.name },
        ...(view.guardian ? [{ label: t('field.guardian'), value: view.guardian }] : []),
        { label: t('field.application'), value: form.application },
        { label: t('field.method'), value: view.method },
        ...(view.knownBy ? [{ label: t('field.knownBy'), value: words(view.knownBy) }] : []),
        { label: t('field.language'), value: t(`language.${view.language}`) },
        ...(view.until ? [{ label: t('field.until'), value: dayText(locale, view.until) }] : []),
      ]),
      heading(2, t('section.purposes')),
      ...view.purposes.flatMap((purpose) => purposeBlocks(purpose, locale, t)),
      heading(2, t('section.displayed')),
      paragraph(words(form.title)),
      paragraph(words(form.description), 'muted'),
      facts([
        { label: t('field.version'), value: String(form.version) },
        { label: t('field.sha256'), value: form.sha256 },
        ...(form.policyUrl ? [{ label: t('field.policy'), value: form.policyUrl }] : []),
        ...(notice
          ? [
              {
                label: t('field.notice'),
                value: t('noticeVersion', { name: words(notice.name), version: notice.version }),
              },
              { label: t('field.noticeSha256'), value: notice.sha256 },
            ]
          : []),
      ]),
      heading(2, t('field.controller')),
      facts([
        { label: t('field.name'), value: words(controller.name) },
        { label: t('field.address'), value: controller.address },
        { label: t('field.contact'), value: controller.contact },
        { label: t('field.withdraw'), value: [words(view.withdrawAt.note), view.withdrawAt.address] },
        { label: t('field.jurisdiction'), value: t('law') },
      ]),
      heading(2, t('section.proof')),
      facts([
        { label: t('field.recordId'), value: view.recordId },
        { label: t('field.conformsTo'), value: 'ISO/IEC TS 27560:2023 · W3C DPV (dpv-27560)' },
        { label: t('field.keyId'), value: keyId },
        { label: t('field.signedSha256'), value: createHash('sha256').update(jws).digest('hex') },
        { label: t('field.check'), value: `${address}${withLocale(locale, pageAddress('receiptCheck'))}` },
      ]),
    ],
  };
}
