import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DELIVERY_ANSWERS,
  type DeliveryAnswer,
  type IncidentNotification,
} from '../../../shared/incidentNotification/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chakra, ConfirmDialog, Stack, Text, toast, useFormat } from '../../ui/index.ts';
import { TextAreaInput } from '../../ui/form/index.ts';

/** Records for all failed mails how their addressees were reached: otherwise, or not at all. */
export function SettleFailed({
  open,
  onClose,
  row,
  failed,
}: {
  open: boolean;
  onClose: () => void;
  row: IncidentNotification;
  failed: number;
}) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { number } = useFormat();
  const cache = trpc.useUtils();
  const settle = trpc.incidentNotification.answer.useMutation();
  const [answer, setAnswer] = useState<DeliveryAnswer>('OTHERWISE');
  const [reason, setReason] = useState('');
  const id = useId();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('delivery.settle.title', { count: failed, number: number(failed) })}
      confirmLabel={t('delivery.settle.confirm')}
      body={
        <Stack gap="4">
          <Text>{t('delivery.settle.body')}</Text>
          <chakra.fieldset display="grid" gap="2">
            <chakra.legend fontWeight="semibold">{t('delivery.settle.answer')}</chakra.legend>
            {DELIVERY_ANSWERS.map((one) => (
              <chakra.label key={one} display="flex" gap="2" alignItems="flex-start" minHeight="8">
                <chakra.input
                  type="radio"
                  name={id}
                  mt="1.5"
                  value={one}
                  checked={answer === one}
                  onChange={() => setAnswer(one)}
                />
                <span>
                  {t(`delivery.settle.${one}`)}
                  <Text textStyle="dense" color="muted">
                    {t(`delivery.settle.${one}Help`)}
                  </Text>
                </span>
              </chakra.label>
            ))}
          </chakra.fieldset>
          <chakra.div display="grid" gap="1.5">
            <chakra.label htmlFor={`${id}-reason`} fontWeight="semibold">
              {t('delivery.settle.reason')}
            </chakra.label>
            <TextAreaInput
              id={`${id}-reason`}
              aria-required
              rows={3}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </chakra.div>
        </Stack>
      }
      onConfirm={async () => {
        if (reason.trim() === '') throw new Error(t('delivery.settle.reasonRequired'));
        await settle.mutateAsync({ ws, id: row.incidentId, nid: row.id, answer, reason: reason.trim() });
        void cache.incidentNotification.invalidate();
        void cache.incident.invalidate();
        toast.success(t('delivery.settle.done'));
      }}
    />
  );
}
