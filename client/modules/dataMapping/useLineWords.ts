import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineWords } from '../../../shared/dataMapping/lineFields.ts';
import { useLocale } from '../../ui/index.ts';

/** What turning a line into text needs, in the current language. */
export function useLineWords(): LineWords {
  const { t } = useTranslation(['dataMapping', 'retention']);
  const locale = useLocale();
  return useMemo(() => ({ t: t as unknown as LineWords['t'], locale }), [t, locale]);
}
