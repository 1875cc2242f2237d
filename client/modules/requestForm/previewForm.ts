import { isColour } from '../../../shared/colour.ts';
import { answerDaysOf, promisedDaysOf } from '../../../shared/dataRight/schema.ts';
import { requestFormDraft } from '../../../shared/requestForm/schema.ts';
import type { PreviewedRequestForm } from '../../../shared/requestSubmission/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { FormContent } from './formValues.ts';

interface Facts {
  ws: string;
  formId: string;
  version: number;
  /** Whether the workspace counts its own days from receipt. */
  fromReceipt: boolean;
  /** Placeholders for empty texts. */
  blank: Record<'title' | 'detail', string>;
}

const DEFAULT_COLOUR = requestFormDraft.shape.themeColor.parse(undefined);
const filled = (value: Bilingual, words: string): Bilingual => ({
  th: value.th.trim() || words,
  en: value.en.trim() || words,
});

/**
 * The data the embed would receive if this were published. An incomplete colour is replaced with the default of new
 * forms.
 */
export function previewForm(
  content: FormContent,
  { ws, formId, version, fromReceipt, blank }: Facts,
): PreviewedRequestForm {
  const { title, detail, terms, submittedTitle, submittedDetail, rights, expiryDays, font, themeColor, logo } = content;
  const { email = '', phone = '', privacyPolicyUrl = '' } = content.controller ?? {};
  return {
    workspaceUUID: ws,
    dsrmFormId: formId,
    version,
    sha256: '0'.repeat(64),
    title: filled(title, blank.title),
    detail: filled(detail, blank.detail),
    terms,
    submittedTitle,
    submittedDetail,
    rights: rights.map(({ id, ...right }) => ({
      ...right,
      rightRequestId: id,
      days: promisedDaysOf(right),
      answerDays: answerDaysOf(right, fromReceipt),
    })),
    expiryDays: Number(expiryDays) || 1,
    controller: { name: content.controllerName, email, phone, privacyPolicyUrl },
    font: font?.name && font.url ? font : null,
    themeColor: isColour(themeColor) ? themeColor : DEFAULT_COLOUR,
    logo: logo && fileUrl(ws, logo),
    channels: { web: true, page: true },
    consentUUID: null,
  };
}
