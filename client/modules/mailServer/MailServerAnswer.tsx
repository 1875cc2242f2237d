import { useTranslation } from 'react-i18next';
import { ServerAnswer } from '../../ui/index.ts';

/** The response of a mail server. */
export function MailServerAnswer({ answer }: { answer: string }) {
  const { t } = useTranslation('mailServer');
  return <ServerAnswer label={t('test.answer')}>{answer || t('test.noAnswer')}</ServerAnswer>;
}
