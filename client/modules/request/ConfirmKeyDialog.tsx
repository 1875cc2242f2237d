import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Request, unconfirmedKeys } from '../../../shared/request/schema.ts';
import { confirmKey } from '../../../shared/request/update.ts';
import { useNewest } from '../../records/useNewest.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, toast } from '../../ui/index.ts';
import { Form, FormActions, SelectField, TextArea } from '../../ui/form/index.ts';
import { useShowRequest } from './useRequestMoves.ts';

const schema = confirmKey.pick({ key: true, reason: true });

/** Records that a user ID, email or phone belongs to the data subject, and how that is known. */
export default function ConfirmKeyDialog({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const show = useShowRequest();
  const confirm = trpc.request.confirmKey.useMutation();
  // What the user has read is confirmed, not what a colleague has changed since, until that was reported.
  const [opened] = useState(request);
  const [{ identity, knownKeys, rowVersion }, over] = useNewest(opened);
  const keys = identity ? unconfirmedKeys(identity, knownKeys) : [];
  return (
    <Dialog open onClose={onClose} title={t('known.action')} description={t('known.means')}>
      <Form
        schema={schema}
        label={t('known.action')}
        defaultValues={{ key: keys[0]!, reason: '' }}
        onSubmit={async (values) => {
          show(await over(confirm.mutateAsync({ ws, id: request.id, rowVersion, ...values })));
          toast.success(t('known.done'));
          onClose();
        }}
      >
        <SelectField
          name="key"
          label={t('known.key')}
          options={keys.map((key) => ({ value: key, label: `${t(`field.${key}`)}: ${identity?.[key] ?? ''}` }))}
          required
        />
        <TextArea name="reason" label={t('known.reason')} help={t('known.reasonHelp')} limit={2000} required />
        <FormActions submitLabel={t('known.action')} />
      </Form>
    </Dialog>
  );
}
