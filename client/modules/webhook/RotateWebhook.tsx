import { useTranslation } from 'react-i18next';
import type { IssuedWebhook, Webhook } from '../../../shared/webhook/schema.ts';
import { RotateDialog } from '../../records/RotateDialog.tsx';
import { trpc } from '../../trpc.ts';

interface RotateWebhookProps {
  webhook: Webhook;
  onClose: () => void;
  onIssued: (issued: IssuedWebhook) => void;
}

/** Replaces a secret, and asks how long messages are signed with both. */
export function RotateWebhook({ webhook, onIssued, ...dialog }: RotateWebhookProps) {
  const { t } = useTranslation('webhook');
  const cache = trpc.useUtils();
  const rotate = trpc.webhook.rotate.useMutation();
  return (
    <RotateDialog
      {...dialog}
      kind="webhook"
      record={webhook}
      title={t('rotateTitle', { name: webhook.name })}
      body={t('rotateBody')}
      label={t('overlap')}
      submitLabel={t('rotate')}
      rotate={rotate.mutateAsync}
      onIssued={(issued) => {
        void cache.webhook.invalidate();
        onIssued(issued);
      }}
    />
  );
}
