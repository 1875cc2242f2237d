import { isColour } from '../../../shared/colour.ts';
import { DECORATION } from '../../../shared/consent/theme.ts';
import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { FormContent } from './formValues.ts';

const COLOURS = ['background', 'text', 'acceptBackground', 'acceptText', 'declineBackground', 'declineText'] as const;

interface Facts {
  ws: string;
  consentId: string;
  applicationId: string;
  version: number;
  controller: { th: string; en: string };
  /** Texts in place of empty ones. */
  blank: { title: string; description: string };
}

/**
 * The form as the embed would get it if this were published. An incomplete colour is replaced by that of the light
 * theme.
 */
export function previewForm(
  content: FormContent,
  { ws, consentId, applicationId, version, controller, blank }: Facts,
): PublicConsentForm {
  const { logoIds, ...theme } = content.theme;
  const colours = Object.fromEntries(
    COLOURS.map((key) => [key, isColour(theme[key]) ? theme[key] : DECORATION.white[key]]),
  ) as Pick<typeof theme, (typeof COLOURS)[number]>;
  const caption = (key: 'acceptLabel' | 'declineLabel') => ({
    th: theme[key].th || DECORATION.white[key].th,
    en: theme[key].en || DECORATION.white[key].en,
  });
  const filled = (value: { th: string; en: string }, words: string) => ({
    th: value.th.trim() || words,
    en: value.en.trim() || words,
  });
  return {
    workspaceUUID: ws,
    consentUUID: consentId,
    applicationUUID: applicationId,
    version,
    sha256: '0'.repeat(64),
    title: filled(content.title, blank.title),
    description: filled(content.description, blank.description),
    purposes: content.purposes.map(({ id, title, description, signals }) => ({
      uuid: id,
      title,
      description,
      signals,
    })),
    controller: { name: content.controller?.name ?? controller },
    privacyPolicyUrl: content.privacyPolicyUrl || null,
    askGuardian: content.askGuardian,
    layout: content.layout,
    theme: { ...theme, ...colours, acceptLabel: caption('acceptLabel'), declineLabel: caption('declineLabel') },
    logos: logoIds.map((id) => fileUrl(ws, id)),
    font: content.font?.name && content.font.url ? content.font : null,
    jwtRequired: false,
  };
}
