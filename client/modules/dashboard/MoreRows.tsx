import { useTranslation } from 'react-i18next';
import { chakra, useFormat } from '../../ui/index.ts';

/** How many rows of a chart only its table has. */
export function MoreRows({ rows }: { rows: number }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  if (rows <= 0) return null;
  return (
    <chakra.p textStyle="small" color="muted" mt="2">
      {t('more', { number: number(rows) })}
    </chakra.p>
  );
}
