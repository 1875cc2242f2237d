import { useTranslation } from 'react-i18next';
import type { ConsentImport } from '../../../shared/consentImport/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { CancelButton } from '../../imports/CancelButton.tsx';
import { addressOf } from './address.ts';

/** Gives the import up, after asking. */
export function CancelImport({ record }: { record: ConsentImport }) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const go = useGo();
  const cancel = trpc.consentImport.cancel.useMutation();
  return (
    <CancelButton
      body={t('cancelBody')}
      onConfirm={async () => {
        await cancel.mutateAsync({ ws, id: record.id });
        go(addressOf({ form: record.consent.id }));
      }}
    />
  );
}
