import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportFacts } from '../../shared/import/schema.ts';
import { Button } from '../ui/index.ts';
import { downloadFrom } from '../exports/download.ts';

/** The file of rejected rows, if there is one. */
export function Rejects({ record: { rejects } }: { record: Pick<ImportFacts, 'rejects'> }) {
  const { t } = useTranslation('import');
  if (!rejects) return null;
  return (
    <Button size="sm" icon={<Download />} onClick={() => downloadFrom(rejects)}>
      {t('problems.download')}
    </Button>
  );
}
