import type { Locale } from '../../../shared/locale.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail, timeText } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';

/** Notifies the data subject, or their guardian, that an answer can be downloaded, and until when. */
export function answerReadyMail(
  config: PublicConfig,
  reader: { readonly email: string; readonly locale: Locale },
  { reference, until, token }: { reference: string; until: Date; token: string },
): Mail {
  const { locale } = reader;
  const values = { reference, until: timeText(locale, until) };
  const t = (key: string) => translate(locale, `mail:requestAnswerReady.${key}`, values);
  return addressed(
    'requestAnswerReady',
    reader,
    composeLetter({
      locale,
      subject: t('subject'),
      paragraphs: [t('lead'), t('how')],
      action: { label: t('action'), url: linkTo(config, locale, pageAddress('requestStatus'), token) },
      notes: [t('password')],
    }),
  );
}
