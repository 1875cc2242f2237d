import { createHash } from 'node:crypto';
import { promisedDaysOf } from '../../../shared/dataRight/schema.ts';
import type { PublicRequestForm } from '../../../shared/requestSubmission/schema.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';

/** The form for the embed, ready to be sent. */
interface SentForm {
  readonly body: string;
  /** Strong: changes with the version and with the settings that it depends on. */
  readonly etag: string;
}

const cache = new WeakMap<LiveRequestForm, SentForm>();

/** @param base the product's public address, before the path of the logo; empty: the path starts with / */
export function sentForm(form: LiveRequestForm, base: string): SentForm {
  const known = cache.get(form);
  if (known) return known;
  const body = JSON.stringify(publicForm(form, base));
  const sent = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  cache.set(form, sent);
  return sent;
}

function publicForm(
  { content, workspaceId, id, version, sha256, settings, consentId }: LiveRequestForm,
  base: string,
): PublicRequestForm {
  const { title, detail, terms, submittedTitle, submittedDetail, rights, expiryDays, controller, font } = content;
  return {
    workspaceUUID: workspaceId,
    dsrmFormId: id,
    version,
    sha256,
    title,
    detail,
    terms,
    submittedTitle,
    submittedDetail,
    rights: rights.map(({ id: rightRequestId, ...right }) => ({
      rightRequestId,
      ...right,
      days: promisedDaysOf(right),
    })),
    expiryDays,
    controller: {
      name: controller.name,
      email: controller.email,
      phone: controller.phone,
      privacyPolicyUrl: controller.privacyPolicyUrl,
    },
    font,
    themeColor: content.themeColor,
    logo: content.logo && `${base}/dsrm/forms/logos/${workspaceId}/${id}/${content.logo}`,
    consentUUID: consentId,
    channels: { web: settings.channels.web, page: settings.channels.page },
  };
}
