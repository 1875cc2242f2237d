import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WORKSPACE_KEY_LIST, type WorkspaceKeyRow } from '../../../shared/crypto/keys.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, ConfirmDialog, EmptyState, PageHeader, toast } from '../../ui/index.ts';
import { DataTable, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { Algorithms } from './Algorithms.tsx';
import { useKeyColumns } from './columns.tsx';
import { InstallationKeys } from './InstallationKeys.tsx';

/** How often the progress of a replacement is refetched. */
const PROGRESS_MS = 2000;

/** Keys of the workspaces and of the installation, and what each algorithm protects. */
export default function EncryptionKeysPage() {
  const { t } = useTranslation('encryptionKey');
  const { ws } = useSession();
  const [replacing, setReplacing] = useState<WorkspaceKeyRow | null>(null);
  const list = useList(WORKSPACE_KEY_LIST);
  const query = trpc.crypto.keys.useQuery(
    { ws, ...list.input },
    {
      ...LIST_QUERY,
      refetchInterval: ({ state }) =>
        state.data?.collection.some((row) => row.state === 'replacing') ? PROGRESS_MS : false,
    },
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        trail={[{ label: t('toConsole'), href: pageAddress('admins') }]}
      />
      <DataTable
        id="workspaceKey"
        caption={t('caption')}
        {...tableQuery(query)}
        state={list.state}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        columns={useKeyColumns()}
        searchPlaceholder={t('search')}
        filters={[list.filter('state', t('stateLabel'), (value) => t(`state.${value}`))]}
        rowActions={(row) =>
          row.state === 'replacing'
            ? []
            : [
                {
                  key: 'replace',
                  label: t('replace'),
                  icon: <KeyRound aria-hidden />,
                  onSelect: () => setReplacing(row),
                },
              ]
        }
        emptyState={<EmptyState title={t('emptyTitle')} body={t('emptyBody')} />}
      />
      <Box display="grid" gap="4" mt="6">
        <InstallationKeys />
        <Algorithms />
      </Box>
      {replacing && <ReplaceKey row={replacing} onClose={() => setReplacing(null)} />}
    </>
  );
}

function ReplaceKey({ row, onClose }: { row: WorkspaceKeyRow; onClose: () => void }) {
  const { t } = useTranslation('encryptionKey');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const replace = trpc.crypto.replaceKey.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('replaceTitle', { name: row.name })}
      body={t('replaceBody')}
      confirmLabel={t('replace')}
      onConfirm={async () => {
        await replace.mutateAsync({ ws, id: row.id });
        await cache.crypto.keys.invalidate();
        toast.success(t('replaced'));
      }}
    />
  );
}
