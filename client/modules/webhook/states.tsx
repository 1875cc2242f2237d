import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../shared/webhook/schema.ts';
import { StatusTag } from '../../ui/index.ts';

const WEBHOOK_TONES = { active: 'ok', paused: 'neutral', disabled: 'danger' } as const;
const DELIVERY_TONES = { waiting: 'info', delivered: 'ok', failed: 'danger' } as const;

/** Whether a webhook is on; one that is on and whose receiver takes nothing says so. */
export function WebhookState({ state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>) {
  const { t } = useTranslation('webhook');
  if (state === 'active' && failingSince !== null) return <StatusTag tone="warn">{t('failing')}</StatusTag>;
  return <StatusTag tone={WEBHOOK_TONES[state]}>{t(`state.${state}`)}</StatusTag>;
}

/** What became of a delivery; one that is sent again says so. */
export function DeliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) {
  const { t } = useTranslation('webhook');
  if (status === 'waiting' && attempts > 0) return <StatusTag tone="warn">{t('retrying')}</StatusTag>;
  return <StatusTag tone={DELIVERY_TONES[status]}>{t(`status.${status}`)}</StatusTag>;
}

const REASONS = ['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'EACCES', 'ABORT_ERR'] as const;

/** What a receiver answered last, or why it did not, in words. */
export function useAnswerWords(): (delivery: Pick<Delivery, 'answerStatus' | 'reason'>) => string {
  const { t } = useTranslation('webhook');
  return ({ answerStatus, reason }) => {
    if (answerStatus !== null) return t('answered', { status: answerStatus });
    if (reason === null) return t('unanswered');
    const known = REASONS.find((one) => one === reason);
    return known ? t(`reason.${known}`) : t('reason.other', { code: reason });
  };
}
