import { useTranslation } from 'react-i18next';
import type { ConsentImport } from '../../../shared/consentImport/schema.ts';
import { EndedStep } from '../../imports/EndedStep.tsx';
import { addressOf } from './address.ts';

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
  'formGone',
  'interrupted',
  'forbidden',
  'internal',
] as const;

/** An import that ended before it was done: why, what to do, and the way to begin again. */
export function FailedStep({ record }: { record: ConsentImport }) {
  const { t } = useTranslation('consentImport');
  const code = REASONS.find((one) => one === record.errorCode) ?? 'internal';
  return (
    <EndedStep
      record={record}
      again={{ href: addressOf({ form: record.consent.id }), label: t('done.again') }}
      title={t('failed')}
      reason={{ code, text: t(`failure.${code}`) }}
    />
  );
}
