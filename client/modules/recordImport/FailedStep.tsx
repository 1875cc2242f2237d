import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { RecordImport } from '../../../shared/recordImport/schema.ts';
import { EndedStep } from '../../imports/EndedStep.tsx';

const REASONS = [
  'broken',
  'encrypted',
  'inflated',
  'entries',
  'rows',
  'columns',
  'cell',
  'memory',
  'timeout',
  'crash',
  'noSheet',
  'empty',
  'words',
  'interrupted',
  'forbidden',
  'internal',
] as const;

/** An import that ended before it was done: why, and the way to begin again. */
export function FailedStep({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const code = REASONS.find((one) => one === record.errorCode) ?? 'internal';
  return (
    <EndedStep
      record={record}
      again={{ href: pageAddress('recordImport'), label: t('done.again') }}
      title={t('failed')}
      reason={{ code, text: t(`failure.${code}`) }}
    />
  );
}
