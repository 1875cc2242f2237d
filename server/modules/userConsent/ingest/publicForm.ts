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

const cache = new WeakMap<LiveForm, SentForm>();

/** @param base the product's public address, before the paths of logos; empty: they start with / */
export function sentForm(form: LiveForm, base: string): SentForm {
  const known = cache.get(form);
  if (known) return known;
  const body = JSON.stringify(form.active ? publicForm(form, base) : withdrawalForm(publicForm(form, base)));
  const sent = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  cache.set(form, sent);
  return sent;
}

/**
 * What remains of a deactivated form: it says that it takes no consent any more, and has one button, to withdraw. It
 * has no purposes, so that no script or app can allow any by it (docs/decisions/129).
 */
function withdrawalForm(form: PublicConsentForm): PublicConsentForm {
  const text = (key: string) => ({
    th: translate('th', `userConsent:deactivated.${key}`),
    en: translate('en', `userConsent:deactivated.${key}`),
  });
  return {
    ...form,
    description: text('description'),
    purposes: [],
    askGuardian: false,
    theme: { ...form.theme, declineLabel: text('withdraw') },
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
