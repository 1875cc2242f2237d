import { pageAddress } from '../../../shared/registry/addresses.ts';
import { translate } from '../i18n.ts';
import { addressed, composeLetter, type Mail, type MailAddressee, timeText } from '../mail/letter.ts';
import { linkTo, type PublicConfig } from '../mail/links.ts';

/** The link with which a forgotten password is set anew. */
export function passwordResetMail(config: PublicConfig, reader: MailAddressee, token: string): Mail {
  const t = (key: string) => translate(reader.locale, `mail:passwordReset.${key}`);
  return addressed(
    'passwordReset',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t('lead')],
      action: { label: t('action'), url: linkTo(config, reader.locale, pageAddress('resetPassword'), token) },
      notes: [t('expiry'), t('notYou')],
    }),
  );
}

/** Tells the owner of an account that its password is another now. */
export function passwordChangedMail(reader: MailAddressee, at: Date): Mail {
  const t = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:passwordChanged.${key}`, values);
  return addressed(
    'passwordChanged',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t('lead', { at: timeText(reader.locale, at) }), t('notYou')],
    }),
  );
}

/** Greets the first Admin of a new organisation, and warns the owner of the address if it was somebody else. */
export function welcomeMail(
  config: PublicConfig,
  reader: MailAddressee,
  names: { organization: string; workspace: string },
): Mail {
  const t = (key: string, values?: Record<string, unknown>) => translate(reader.locale, `mail:welcome.${key}`, values);
  return addressed(
    'welcome',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t('lead', names)],
      action: { label: t('action'), url: linkTo(config, reader.locale, pageAddress('login')) },
      notes: [t('notYou')],
    }),
  );
}
