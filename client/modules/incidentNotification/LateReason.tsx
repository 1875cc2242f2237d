import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra, Text } from '../../ui/index.ts';
import { TextAreaInput } from '../../ui/form/index.ts';

/** Asks why the authority is notified after the deadline. */
export function LateReason({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('incidentNotification');
  const id = useId();
  return (
    <chakra.div display="grid" gap="1.5">
      <Text id={`${id}-why`}>{t('send.late')}</Text>
      <chakra.label htmlFor={id} fontWeight="semibold">
        {t('send.lateReason')}
      </chakra.label>
      <TextAreaInput
        id={id}
        aria-describedby={`${id}-why`}
        aria-required
        rows={3}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </chakra.div>
  );
}
