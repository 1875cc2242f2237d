import { useTranslation } from 'react-i18next';
import { type IssuedWebhook, OVERLAPS, rotateWebhook, type Webhook } from '../../../shared/webhook/schema.ts';
import { useNewest } from '../../records/useNewest.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Form, FormActions, SelectField } from '../../ui/form/index.ts';
import { Dialog } from '../../ui/index.ts';

const schema = rotateWebhook.pick({ overlap: true });

interface RotateWebhookProps {
  webhook: Webhook;
  onClose: () => void;
  onIssued: (issued: IssuedWebhook) => void;
}

/** Replaces a secret, and asks how long messages are signed with both. */
export function RotateWebhook({ webhook, onClose, onIssued }: RotateWebhookProps) {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const rotate = trpc.webhook.rotate.useMutation();
  const [{ id, name, rowVersion }, over] = useNewest(webhook);
  return (
    <Dialog open onClose={onClose} title={t('rotateTitle', { name })} description={t('rotateBody')}>
      <Form
        schema={schema}
        label={t('rotateTitle', { name })}
        draftKey={`${ws}.webhook.${id}.rotate`}
        defaultValues={{ overlap: '24' }}
        onSubmit={async ({ overlap }) => {
          const issued = await over(rotate.mutateAsync({ ws, id, rowVersion, overlap }));
          void cache.webhook.invalidate();
          onIssued(issued);
        }}
      >
        <SelectField
          name="overlap"
          label={t('overlap')}
          required
          options={OVERLAPS.map((value) => ({ value, label: t(`overlapOf.${value}`) }))}
        />
        <FormActions submitLabel={t('rotate')} />
      </Form>
    </Dialog>
  );
}
