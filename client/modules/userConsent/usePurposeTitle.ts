import { useTranslation } from 'react-i18next';
import type { Bilingual } from '../../../shared/text.ts';
import { useFormat } from '../../ui/index.ts';

/** The title of an allowed purpose; of one that the answered version did not ask for, with a word that says so. */
export function usePurposeTitle(): (purpose: { title: Bilingual; former?: boolean | undefined }) => string {
  const { t } = useTranslation('userConsent');
  const { text } = useFormat();
  return ({ title, former }) => (former ? t('history.former', { title: text(title) }) : text(title));
}
