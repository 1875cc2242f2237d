import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { RecordImport } from '../../../shared/recordImport/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { CancelButton } from '../../imports/CancelButton.tsx';

/** Gives the import up, after asking. */
export function CancelImport({ record }: { record: RecordImport }) {
  const { t } = useTranslation('recordImport');
  const { ws } = useSession();
  const go = useGo();
  const cancel = trpc.recordImport.cancel.useMutation();
  return (
    <CancelButton
      body={t('checked.cancelBody')}
      onConfirm={async () => {
        await cancel.mutateAsync({ ws, id: record.id });
        go(pageAddress('recordImport'));
      }}
    />
  );
}
