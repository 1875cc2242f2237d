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

/** Why somebody with an account can work in a workspace: they were added to it, or can do so again. */
export type Access = 'added' | 'restored';

/** Notifies somebody who has an account that they can work in a workspace. */
export function accessMail(
  config: PublicConfig,
  reader: MailAddressee,
  about: { access: Access; workspaceId: string; workspace: string; role: Role; by: string },
): Mail {
  const { access, workspaceId, workspace, by } = about;
  const values = { workspace, role: translate(reader.locale, `mail:role.${about.role}`), name: by };
  const t = (key: string) => translate(reader.locale, `mail:access.${key}`, values);
  return addressed(
    `access.${access}`,
    reader,
    composeLetter({
      ...reader,
      subject: t(`${access}.subject`),
      paragraphs: [t(`${access}.lead`)],
      action: {
        label: t('action'),
        // Leads every role to a page that it may open.
        url: linkTo(config, reader.locale, pageAddress('organization', { workspace: workspaceId })),
      },
      notes: [t('unexpected')],
    }),
  );
}
