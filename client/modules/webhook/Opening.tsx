import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { IssuedWebhook, Webhook } from '../../../shared/webhook/schema.ts';
import { SecretDialog } from '../../records/SecretDialog.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, Text, toast } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { RotateWebhook } from './RotateWebhook.tsx';

const WebhookDialog = lazyScreen(() => import('./WebhookDialog.tsx'));

/** A dialog of a webhook. */
export type Opened =
  | { readonly what: 'form'; readonly webhook?: Webhook }
  | { readonly what: 'rotate' | 'remove'; readonly webhook: Webhook }
  | { readonly what: 'delivery'; readonly webhookId: string; readonly deliveryId: string }
  | { readonly what: 'secret'; readonly issued: IssuedWebhook };

interface OpeningProps {
  opened: Opened | null;
  onChange: (opened: Opened | null) => void;
  /** Called after one was removed. */
  onRemoved?: () => void;
}

/** Renders the open dialog. */
export function Opening({ opened, onChange, onRemoved }: OpeningProps) {
  const close = () => onChange(null);
  const issue = (issued: IssuedWebhook) => onChange({ what: 'secret', issued });
  if (opened === null) return null;
  switch (opened.what) {
    case 'form':
      return (
        <Suspense fallback={null}>
          <WebhookDialog {...(opened.webhook && { record: opened.webhook })} onClose={close} onCreated={issue} />
        </Suspense>
      );
    case 'secret':
      return <IssuedSecret issued={opened.issued} onClose={close} />;
    case 'rotate':
      return <RotateWebhook webhook={opened.webhook} onClose={close} onIssued={issue} />;
    case 'delivery':
      return <DeliveryDialog webhookId={opened.webhookId} deliveryId={opened.deliveryId} onClose={close} />;
    case 'remove':
      return <RemoveWebhook webhook={opened.webhook} onClose={close} {...(onRemoved && { onRemoved })} />;
  }
}

function IssuedSecret({ issued: { name, secret }, onClose }: { issued: IssuedWebhook; onClose: () => void }) {
  const { t } = useTranslation('webhook');
  return (
    <SecretDialog
      title={t('secretTitle', { name })}
      description={t('secretBody')}
      name={t('secret')}
      language={t('secret')}
      secret={secret}
      onClose={onClose}
    >
      <Text textStyle="dense">{t('secretUse')}</Text>
    </SecretDialog>
  );
}

interface RemoveWebhookProps {
  webhook: Webhook;
  onClose: () => void;
  onRemoved?: () => void;
}

function RemoveWebhook({ webhook: { id, name }, onClose, onRemoved }: RemoveWebhookProps) {
  const { t } = useTranslation(['webhook', 'common']);
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const remove = trpc.webhook.remove.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('removeTitle', { name })}
      body={t('removeBody')}
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        await remove.mutateAsync({ ws, id });
        onRemoved?.();
        void cache.webhook.list.invalidate();
        toast.success(t('removed'));
      }}
    />
  );
}
