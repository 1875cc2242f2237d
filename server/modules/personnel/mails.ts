import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';

/**
 * Invites a person into a workspace. `token` is the secret whose hash is stored in `invitations` (`newToken` of
 * server/platform/auth/tokens.ts).
 */
export function invitationMail(
  config: PublicConfig,
  reader: MailAddressee,
  invitation: { workspace: string; role: Role; token: string; expiresAt: Date },
): Mail {
  const t = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:invitation.${key}`, values);
  const { workspace } = invitation;
  return addressed(
    'invitation',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject', { workspace }),
      paragraphs: [t('lead', { workspace, role: translate(reader.locale, `mail:role.${invitation.role}`) })],
      action: { label: t('action'), url: linkTo(config, reader.locale, pageAddress('invitation'), invitation.token) },
      notes: [t('expiry', { until: timeText(reader.locale, invitation.expiresAt) }), t('notYou')],
    }),
  );
}
