import { useTranslation } from 'react-i18next';
import { ServerAnswer } from '../../ui/index.ts';

/** What a mail server said. */
export function MailServerAnswer({ answer }: { answer: string }) {
  const { t } = useTranslation('mailServer');
  return <ServerAnswer label={t('test.answer')}>{answer || t('test.noAnswer')}</ServerAnswer>;
}
