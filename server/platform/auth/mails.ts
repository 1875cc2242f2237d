import { SIGN_UP_HOURS } from '../../../shared/auth/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { translate } from '../i18n.ts';
import { timeText } from '../dateTexts.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../mail/letter.ts';
import { linkTo, type PublicConfig } from '../mail/links.ts';

/** The link with which a forgotten password is set again. */
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

/**
 * The link with which an organisation is signed up. It goes to an address that somebody typed, so nothing in it was
 * typed by them.
 */
export function signUpMail(config: PublicConfig, reader: Omit<MailAddressee, 'name'>, token: string): Mail {
  const t = (key: string, values?: Record<string, unknown>) => translate(reader.locale, `mail:signUp.${key}`, values);
  return addressed(
    'signUp',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t('lead')],
      action: { label: t('action'), url: linkTo(config, reader.locale, pageAddress('signup'), token) },
      notes: [t('expiry', { hours: SIGN_UP_HOURS }), t('notYou')],
    }),
  );
}

/** Tells the owner of an account that somebody signs up with its address. */
export function knownAddressMail(config: PublicConfig, reader: MailAddressee): Mail {
  const t = (key: string, values?: Record<string, unknown>) =>
    translate(reader.locale, `mail:knownAddress.${key}`, values);
  return addressed(
    'knownAddress',
    reader,
    composeLetter({
      ...reader,
      subject: t('subject'),
      paragraphs: [t('lead')],
      action: { label: t('action'), url: linkTo(config, reader.locale, pageAddress('login')) },
      notes: [t('forgot', { url: linkTo(config, reader.locale, pageAddress('forgotPassword')) }), t('notYou')],
    }),
  );
}
