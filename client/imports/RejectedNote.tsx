import { useTranslation } from 'react-i18next';
import type { ImportFacts } from '../../shared/import/schema.ts';
import { Banner } from '../ui/index.ts';
import { Rejects } from './Rejects.tsx';

/** After an import: that some rows were left out, with the file to mend them in. */
export function RejectedNote({ record, title }: { record: Pick<ImportFacts, 'rejects'>; title: string }) {
  const { t } = useTranslation('recordImport');
  return (
    <Banner tone="warn" title={title} action={<Rejects record={record} />}>
      {t('problems.downloadHelp')}
    </Banner>
  );
}
