import type { Locale } from '../../../shared/locale.ts';
import type { IdentityDocument } from '../../../shared/requestIdentity/document.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { addressed, composeLetter, type Mail } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';

export interface Reader {
  readonly email: string;
  readonly locale: Locale;
}

/** Facts for a mail to a data subject: its subject line has only the number. */
export interface AboutRequest {
  readonly reference: string;
  readonly organization: string;
  readonly token: string;
}

/**
 * Notifies the data subject, or their guardian, that the request was received, with a link to its status. `confirmBy`:
 * until when they must confirm their identity; AGAIN: the request was corrected after they had; null: they are
 * verified.
 */
export function receivedMail(
  config: PublicConfig,
  reader: Reader,
  {
    reference,
    organization,
    token,
    confirmBy,
    isGuardian,
  }: AboutRequest & { confirmBy: Date | 'AGAIN' | null; isGuardian: boolean },
): Mail {
  const { locale } = reader;
  const values = { reference, organization, until: confirmBy instanceof Date ? timeText(locale, confirmBy) : '' };
  const t = (key: string) => translate(locale, `mail:requestReceived.${key}`, values);
  const confirm = confirmBy === 'AGAIN' ? 'confirmAgain' : confirmBy ? 'confirm' : 'known';
  return addressed(
    'requestReceived',
    reader,
    composeLetter({
      locale,
      subject: t('subject'),
      paragraphs: [t(isGuardian ? 'guardian' : 'lead'), t(confirm)],
      action: {
        label: t(confirmBy ? 'actionConfirm' : 'action'),
        url: linkTo(config, locale, pageAddress('requestStatus'), token),
      },
      notes: [t('keep'), t('notYou')],
    }),
  );
}

/** Reminds those who have yet to confirm their identity, before the request closes automatically. */
export function expiryMail(
  config: PublicConfig,
  reader: Reader,
  { reference, organization, token, until }: AboutRequest & { until: Date },
): Mail {
  const { locale } = reader;
  const values = { reference, organization, until: timeText(locale, until) };
  const t = (key: string) => translate(locale, `mail:requestExpiry.${key}`, values);
  return addressed(
    'requestExpiry',
    reader,
    composeLetter({
      locale,
      subject: t('subject'),
      paragraphs: [t('lead'), t('after')],
      action: { label: t('action'), url: linkTo(config, locale, pageAddress('requestStatus'), token) },
      notes: [t('notYou')],
    }),
  );
}

/** Notifies that a request was closed because nobody confirmed it. */
export function lapsedMail(reader: Reader, { reference, organization }: Omit<AboutRequest, 'token'>): Mail {
  const { locale } = reader;
  const t = (key: string) => translate(locale, `mail:requestLapsed.${key}`, { reference, organization });
  return addressed(
    'requestLapsed',
    reader,
    composeLetter({ locale, subject: t('subject'), paragraphs: [t('lead'), t('again')] }),
  );
}

/** The mail with the code that opens a request. */
export function codeMail(
  reader: Reader,
  {
    reference,
    organization,
    code,
    minutes,
  }: Pick<AboutRequest, 'reference' | 'organization'> & { code: string; minutes: number },
): Mail {
  const { locale } = reader;
  const t = (key: string) => translate(locale, `mail:requestCode.${key}`, { reference, organization, code, minutes });
  return addressed(
    'requestCode',
    reader,
    composeLetter({
      locale,
      subject: t('subject'),
      paragraphs: [t('lead'), t('code')],
      notes: [t('expiry'), t('notYou')],
    }),
  );
}

/**
 * Requests a document of a person, or notifies that one was refused; with the reason. `identityDays`: days after the
 * request is closed until a document that was not accepted is deleted.
 */
export function documentMail(
  config: PublicConfig,
  reader: Reader,
  {
    reference,
    organization,
    token,
    person,
    reason,
    kind,
    identityDays,
  }: AboutRequest & {
    person: IdentityDocument['person'];
    reason: string;
    kind: 'requested' | 'refused';
    identityDays: number;
  },
): Mail {
  const { locale } = reader;
  const values = { reference, organization, reason, count: identityDays };
  const t = (key: string) => translate(locale, `mail:requestDocument.${key}`, values);
  const ofAgent = { requested: 'agentRequested', refused: 'agentRefused' } as const;
  const about = person === 'AGENT' ? ofAgent[kind] : kind;
  const deleted = t(identityDays === 0 ? 'deletedOnClosing' : 'deleted');
  return addressed(
    'requestDocument',
    reader,
    composeLetter({
      locale,
      subject: t(`${about}.subject`),
      paragraphs: [t(`${about}.lead`), t('reason'), ...(kind === 'requested' ? [t('cover'), deleted] : [t('next')])],
      action: { label: t('action'), url: linkTo(config, locale, pageAddress('requestStatus'), token) },
      notes: kind === 'requested' ? [t('byPage')] : [],
    }),
  );
}

/** Requests a fact that the organisation already has; only the page names it. */
export function factMail(config: PublicConfig, reader: Reader, { reference, organization, token }: AboutRequest): Mail {
  const { locale } = reader;
  const t = (key: string) => translate(locale, `mail:requestFact.${key}`, { reference, organization });
  return addressed(
    'requestFact',
    reader,
    composeLetter({
      locale,
      subject: t('subject'),
      paragraphs: [t('lead')],
      action: { label: t('action'), url: linkTo(config, locale, pageAddress('requestStatus'), token) },
      notes: [t('byPage')],
    }),
  );
}
