import { useTranslation } from 'react-i18next';
import type { Texts } from '../../../shared/locales/texts.ts';
import { TEST_EVENT } from '../../../shared/webhook/events.ts';

/** What a kind of event is called: as the activity log words it, without the name of a record. */
export function useEventWords(): (event: string) => string {
  const { t, i18n } = useTranslation(['webhook', 'activityLog']);
  return (event) => {
    if (event === TEST_EVENT) return t('testEvent');
    const key = event.replace('.', '_') as keyof Texts['activityLog']['event'];
    // A kind of an older release has its technical name alone.
    return i18n.exists(`activityLog:event.${key}`) ? t(`activityLog:event.${key}`, { name: '' }) : event;
  };
}
