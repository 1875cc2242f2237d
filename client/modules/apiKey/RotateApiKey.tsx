import { useTranslation } from 'react-i18next';
import { type ApiKey, type IssuedKey, OVERLAPS, rotateApiKey } from '../../../shared/apiKey/schema.ts';
import { useNewest } from '../../records/useNewest.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Form, FormActions, SelectField } from '../../ui/form/index.ts';
import { Dialog } from '../../ui/index.ts';

const schema = rotateApiKey.pick({ overlap: true });

interface RotateApiKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
  onIssued: (key: IssuedKey) => void;
}

/** Replaces a key, and asks how long the old one still works. */
export function RotateApiKey({ apiKey, onClose, onIssued }: RotateApiKeyProps) {
  const { t } = useTranslation('apiKey');
  const { ws } = useSession();
  const rotate = trpc.apiKey.rotate.useMutation();
  const [{ id, name, rowVersion }, over] = useNewest(apiKey);
  return (
    <Dialog open onClose={onClose} title={t('rotateTitle', { name })} description={t('rotateBody')}>
      <Form
        schema={schema}
        label={t('rotateTitle', { name })}
        draftKey={`${ws}.apiKey.${id}`}
        defaultValues={{ overlap: '24' }}
        onSubmit={async ({ overlap }) => onIssued(await over(rotate.mutateAsync({ ws, id, rowVersion, overlap })))}
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
