import { createHash } from 'node:crypto';
import { policyAddress } from '../../../../shared/consent/policy.ts';
import { DECORATION } from '../../../../shared/consent/theme.ts';
import type { Bilingual } from '../../../../shared/text.ts';
import type { PublicConsentForm } from '../../../../shared/userConsent/schema.ts';
import { translate } from '../../../platform/i18n.ts';
import type { LiveForm } from './forms.ts';

/** The form for the embed, ready to be sent. */
export interface SentForm {
  readonly body: string;
  /** Strong: changes with the version and with the settings that it depends on. */
  readonly etag: string;
}

type State = 'live' | 'deactivated' | 'ended';
const cache = new WeakMap<LiveForm, SentForm & { state: State }>();

/** @param base the product's public address, before the paths of logos; empty: they start with / */
export function sentForm(form: LiveForm, state: State, base: string): SentForm {
  const known = cache.get(form);
  // A form ends while it is cached.
  if (known?.state === state) return known;
  const live = publicForm(form, base);
  const body = JSON.stringify(state === 'live' ? live : withdrawalForm(live, state));
  const sent = { state, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  cache.set(form, sent);
  return sent;
}

/**
 * What remains of a form that is deactivated or has ended: it says that it takes no consent any more, and has one
 * button, to withdraw. It has no purposes, so that no script or app can allow any by it (docs/decisions/129).
 */
function withdrawalForm(form: PublicConsentForm, state: 'deactivated' | 'ended'): PublicConsentForm {
  const text = (key: string) => ({
    th: translate('th', `userConsent:${key}`),
    en: translate('en', `userConsent:${key}`),
  });
  return {
    ...form,
    description: text(`${state}.description`),
    purposes: [],
    askGuardian: false,
    theme: { ...form.theme, declineLabel: text('deactivated.withdraw') },
  };
}

function publicForm(form: LiveForm, base: string): PublicConsentForm {
  const { content, current, workspaceId, id, applicationId, settings } = form;
  const { logoIds, ...chosen } = content.theme;
  // An empty caption gets the default text, so that no app draws a button without text.
  const caption = (own: Bilingual, usual: Bilingual) => ({ th: own.th || usual.th, en: own.en || usual.en });
  const { acceptLabel, declineLabel } = DECORATION.white;
  const theme = {
    ...chosen,
    acceptLabel: caption(chosen.acceptLabel, acceptLabel),
    declineLabel: caption(chosen.declineLabel, declineLabel),
  };
  return {
    workspaceUUID: workspaceId,
    consentUUID: id,
    applicationUUID: applicationId,
    version: current.version,
    sha256: current.sha256,
    title: content.title,
    description: content.description,
    purposes: content.purposes.map(({ id: uuid, title, description, signals }) => ({
      uuid,
      title,
      description,
      signals,
    })),
    controller: { name: content.controller.name },
    privacyPolicyUrl: policyAddress(content.privacyPolicyUrl, base),
    askGuardian: content.askGuardian,
    layout: content.layout,
    theme,
    logos: logoIds.map((fileId) => `${base}/consent/forms/logos/${workspaceId}/${id}/${fileId}`),
    font: content.font,
    jwtRequired: settings.level === 'token',
  };
}
