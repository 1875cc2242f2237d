import { useTranslation } from 'react-i18next';
import { WORK_TONES } from '../../records/workTones.ts';
import { type Delivery, EXPIRED, type Webhook } from '../../../shared/webhook/schema.ts';
import { StatusTag } from '../../ui/index.ts';

const WEBHOOK_TONES = { active: 'ok', paused: 'neutral', disabled: 'danger' } as const;

/** Whether a webhook is turned on, with a warning if its receiver does not accept messages. */
export function WebhookState({ state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>) {
  const { t } = useTranslation('webhook');
  if (state === 'active' && failingSince !== null) return <StatusTag tone="warn">{t('failing')}</StatusTag>;
  return <StatusTag tone={WEBHOOK_TONES[state]}>{t(`state.${state}`)}</StatusTag>;
}

/** The status of a delivery, with a mark if it is being sent again. */
export function DeliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) {
  const { t } = useTranslation('webhook');
  if (status === 'waiting' && attempts > 0) return <StatusTag tone="warn">{t('retrying')}</StatusTag>;
  return <StatusTag tone={WORK_TONES[status]}>{t(`status.${status}`)}</StatusTag>;
}

const REASONS = ['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'EACCES', 'ABORT_ERR'] as const;

/** The last response of a receiver, or why there was none or no further attempt, as text. */
export function useAnswerWords(): (delivery: Pick<Delivery, 'answerStatus' | 'reason'>) => string {
  const { t } = useTranslation('webhook');
  return ({ answerStatus, reason }) => {
    if (reason === EXPIRED) return t('reason.EXPIRED');
    if (answerStatus !== null) return t('answered', { status: answerStatus });
    if (reason === null) return t('unanswered');
    const known = REASONS.find((one) => one === reason);
    return known ? t(`reason.${known}`) : t('reason.other', { code: reason });
  };
}
