import { useTranslation } from 'react-i18next';
import type { Texts } from '../../../shared/locales/texts.ts';
import { TEST_EVENT } from '../../../shared/webhook/events.ts';

/** The name of an event type: the text of the activity log, without the name of a record. */
export function useEventWords(): (event: string) => string {
  const { t, i18n } = useTranslation(['webhook', 'activityLog']);
  return (event) => {
    if (event === TEST_EVENT) return t('testEvent');
    const key = event.replace('.', '_') as keyof Texts['activityLog']['event'];
    // An event type of an older release has only its technical name.
    return i18n.exists(`activityLog:event.${key}`) ? t(`activityLog:event.${key}`, { name: '' }) : event;
  };
}
