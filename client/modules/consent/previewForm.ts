import { DECORATION } from '../../../shared/consent/theme.ts';
import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { fileHref } from '../../upload.ts';
import type { Shown } from './formValues.ts';
import { isColour } from './weights.ts';

const COLOURS = ['background', 'text', 'acceptBackground', 'acceptText', 'declineBackground', 'declineText'] as const;

interface Facts {
  ws: string;
  consentId: string;
  applicationId: string;
  version: number;
  controller: { th: string; en: string };
  /** What stands where nothing is written yet. */
  blank: { title: string; description: string };
}

/**
 * What the embed would be given if this were published. A colour that is half typed counts as that of the light theme.
 */
export function previewForm(
  shown: Shown,
  { ws, consentId, applicationId, version, controller, blank }: Facts,
): PublicConsentForm {
  const { logoIds, ...theme } = shown.theme;
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
    title: filled(shown.title, blank.title),
    description: filled(shown.description, blank.description),
    purposes: shown.purposes.map(({ id, title, description, signals }) => ({ uuid: id, title, description, signals })),
    controller: { name: shown.controller?.name ?? controller },
    privacyPolicyUrl: shown.privacyPolicyUrl || null,
    askGuardian: shown.askGuardian,
    layout: shown.layout,
    theme: { ...theme, ...colours, acceptLabel: caption('acceptLabel'), declineLabel: caption('declineLabel') },
    logos: logoIds.map((id) => fileHref(ws, id)),
    font: shown.font?.name && shown.font.url ? shown.font : null,
    jwtRequired: false,
  };
}
