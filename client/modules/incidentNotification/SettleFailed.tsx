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
import { ReasonInput } from './ReasonInput.tsx';

/** Removes what was recorded of a mail. */
const NONE = 'NONE';
type Choice = DeliveryAnswer | typeof NONE;

/**
 * Records how the addressees of failed mails were reached: otherwise, or not at all. Of all that nobody has recorded,
 * or of `only` one, where it can be corrected or removed.
 */
export function SettleFailed({
  open,
  onClose,
  row,
  failed,
  only,
}: {
  open: boolean;
  onClose: () => void;
  row: IncidentNotification;
  failed: number;
  only?: { position: number; name: string; answer: DeliveryAnswer | null };
}) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { number } = useFormat();
  const cache = trpc.useUtils();
  const settle = trpc.incidentNotification.answer.useMutation();
  // Nothing is selected in advance: it is evidence that somebody states.
  const [answer, setAnswer] = useState<Choice | null>(null);
  const choices: readonly Choice[] = only?.answer ? [...DELIVERY_ANSWERS, NONE] : DELIVERY_ANSWERS;
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        only
          ? t('delivery.settle.titleOne', { name: only.name })
          : t('delivery.settle.title', { count: failed, number: number(failed) })
      }
      confirmLabel={t('delivery.settle.confirm')}
      body={
        <Stack gap="4">
          <Text>{t('delivery.settle.body')}</Text>
          <Outcomes choices={choices} chosen={answer} onChoose={setAnswer} />
          <ReasonInput
            label={t('delivery.settle.reason')}
            value={reason}
            onChange={setReason}
            hidden={answer === NONE}
          />
        </Stack>
      }
      onConfirm={async () => {
        if (answer === null) throw new Error(t('delivery.settle.answerRequired'));
        if (answer !== NONE && reason.trim() === '') throw new Error(t('delivery.settle.reasonRequired'));
        await settle.mutateAsync({
          ws,
          id: row.incidentId,
          nid: row.id,
          answer: answer === NONE ? null : answer,
          reason: reason.trim(),
          ...(only && { positions: [only.position] }),
        });
        void cache.incidentNotification.invalidate();
        void cache.incident.invalidate();
        toast.success(t('delivery.settle.done'));
      }}
    />
  );
}

function Outcomes({
  choices,
  chosen,
  onChoose,
}: {
  choices: readonly Choice[];
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
}) {
  const { t } = useTranslation('incidentNotification');
  const name = useId();
  return (
    <chakra.fieldset display="grid" gap="2">
      <chakra.legend fontWeight="semibold">{t('delivery.settle.answer')}</chakra.legend>
      {choices.map((one) => (
        <chakra.label key={one} display="flex" gap="2" alignItems="flex-start" minHeight="8">
          <chakra.input
            type="radio"
            name={name}
            mt="1.5"
            value={one}
            checked={chosen === one}
            onChange={() => onChoose(one)}
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
  );
}
