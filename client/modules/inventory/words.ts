import { useTranslation } from 'react-i18next';
import type { InventoryPivot } from '../../../shared/inventory/schema.ts';
import { LAWFUL_BASES } from '../../../shared/purpose/lawfulBasis.ts';
import { RETENTION_BAND_KEYS } from '../../../shared/purpose/retention.ts';

/** Texts for pivot keys that are not records. */
export function useWords() {
  const { t } = useTranslation(['inventory', 'purposeScreen']);
  return {
    keyName(by: InventoryPivot, key: string): string {
      const band = RETENTION_BAND_KEYS.find((one) => one === key);
      if (by === 'retention' && band) return t(`band.${band}`);
      const basis = LAWFUL_BASES.find((one) => one === key);
      return basis ? t(`purposeScreen:basis.${basis}.name`) : t('noBasis');
    },
  };
}
