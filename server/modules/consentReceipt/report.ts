import { createHash } from 'node:crypto';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Locale } from '../../../shared/locale.ts';
import { type Receipt, receiptView } from '../../../shared/consentReceipt/receipt.ts';
import { withLocale } from '../../../shared/registry/routes.ts';
import { timeText } from '../../platform/exports/texts.ts';
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

/**
 * A receipt as a document. `address`: of the product; the file of the signed receipt itself is named by its SHA-256.
 */
export function receiptReport(
  receipt: Receipt,
  jws: string,
  keyId: string,
  locale: Locale,
  address: string,
): ReportDocument {
  const view = receiptView(receipt);
  const say = (key: string, values?: Record<string, unknown>) => translate(locale, `consentReceipt:${key}`, values);
  const words = (text: { th: string; en: string }) => text[locale];
  const country = new Intl.DisplayNames(locale, { type: 'region' });
  const purposes = view.purposes.flatMap((purpose): Block[] => [
    heading(3, words(purpose.title)),
    callout(TONES[purpose.state], words(purpose.description) || words(purpose.title), say(`state.${purpose.state}`)),
    facts([
      { label: say('field.basis'), value: say(purpose.basis.includes('26') ? 'basis.explicit' : 'basis.consent') },
      {
        label: say('field.personalData'),
        value:
          purpose.personalData.length === 0
            ? say('notSaid')
            : purpose.personalData.map(({ name, sensitive }) =>
                sensitive ? { text: words(name), mark: 'sensitive' as const } : words(name),
              ),
      },
      {
        label: say('field.recipients'),
        value:
          purpose.recipients.length === 0
            ? say('noRecipients')
            : purpose.recipients.map(({ name, country: code }) => `${name} (${country.of(code)})`),
      },
      {
        label: say('field.retention'),
        value: purpose.retention
          ? [purpose.retention.period ? words(purpose.retention.period) : say('forGood'), purpose.retention.note]
          : say('notSaid'),
      },
    ]),
  ]);
  const { controller, form, subject } = view;
  return {
    locale,
    title: say('title'),
    subtitle: words(controller.name),
    meta: [
      { label: say('field.chosenAt'), value: timeText(locale, new Date(view.at)) },
      { label: say('field.issuedAt'), value: timeText(locale, new Date(view.issuedAt)) },
      { label: say('field.receiptId'), value: view.id },
    ],
    footer: `${say('title')} · ${view.id}`,
    blocks: [
      facts([
        { label: say('field.uid'), value: subject.uid },
        { label: say('field.name'), value: subject.name },
        ...(view.guardian ? [{ label: say('field.guardian'), value: view.guardian }] : []),
        { label: say('field.application'), value: form.application },
        { label: say('field.method'), value: view.method },
        { label: say('field.language'), value: say(`language.${view.language}`) },
      ]),
      heading(2, say('section.purposes')),
      ...purposes,
      heading(2, say('section.shown')),
      paragraph(words(form.title)),
      paragraph(words(form.description), 'muted'),
      facts([
        { label: say('field.version'), value: String(form.version) },
        { label: say('field.sha256'), value: form.sha256 },
        ...(form.policyUrl ? [{ label: say('field.policy'), value: form.policyUrl }] : []),
      ]),
      heading(2, say('field.controller')),
      facts([
        { label: say('field.name'), value: words(controller.name) },
        { label: say('field.address'), value: controller.address },
        { label: say('field.contact'), value: controller.contact },
        { label: say('field.withdraw'), value: [words(view.withdrawAt.note), view.withdrawAt.address] },
        { label: say('field.jurisdiction'), value: say('law') },
      ]),
      heading(2, say('section.proof')),
      facts([
        { label: say('field.recordId'), value: view.recordId },
        { label: say('field.conformsTo'), value: 'ISO/IEC TS 27560:2023 · W3C DPV (dpv-27560)' },
        { label: say('field.keyId'), value: keyId },
        { label: say('field.signedSha256'), value: createHash('sha256').update(jws).digest('hex') },
        { label: say('field.check'), value: `${address}${withLocale(locale, pageAddress('receiptCheck'))}` },
      ]),
    ],
  };
}
