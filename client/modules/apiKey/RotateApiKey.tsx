import { useTranslation } from 'react-i18next';
import type { ApiKey, IssuedKey } from '../../../shared/apiKey/schema.ts';
import { RotateDialog } from '../../records/RotateDialog.tsx';
import { trpc } from '../../trpc.ts';

interface RotateApiKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
  onIssued: (key: IssuedKey) => void;
}

/** Replaces a key, and asks how long the old one still works. */
export function RotateApiKey({ apiKey, ...dialog }: RotateApiKeyProps) {
  const { t } = useTranslation('apiKey');
  const rotate = trpc.apiKey.rotate.useMutation();
  return (
    <RotateDialog
      {...dialog}
      kind="apiKey"
      record={apiKey}
      title={t('rotateTitle', { name: apiKey.name })}
      body={t('rotateBody')}
      label={t('overlap')}
      submitLabel={t('rotate')}
      rotate={rotate.mutateAsync}
    />
  );
}
