import { useTranslation } from 'react-i18next';
import type { WorkspaceUsageRow } from '../../../shared/workspace/usage.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList } from '../../ui/chart/index.ts';
import { Dialog, EmptyState, ErrorState, SkeletonText, useFormat } from '../../ui/index.ts';

interface StorageDialogProps {
  workspace: WorkspaceUsageRow;
  onClose: () => void;
}

/** What the files of a workspace take, by what they are. */
export function StorageDialog({ workspace: { id, name, storage }, onClose }: StorageDialogProps) {
  const { t } = useTranslation('workspaceUsage');
  const { ws } = useSession();
  const { bytes } = useFormat();
  const { data, error, refetch, isFetching } = trpc.workspace.storage.useQuery({ ws, id });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('byKindTitle', { name })}
      description={t('byKindLead', { files: t('files', { count: storage.files }), bytes: bytes(storage.bytes) })}
    >
      {error && !data ? (
        <ErrorState body={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <SkeletonText lines={4} />
      ) : data.length === 0 ? (
        <EmptyState title={t('noFiles')} body={t('noFilesBody')} />
      ) : (
        <BarList
          unit={bytes}
          bars={data.map((row) => ({
            key: row.kind,
            label: t(`kind.${row.kind}`),
            value: row.bytes,
            note: t('files', { count: row.files }),
          }))}
        />
      )}
    </Dialog>
  );
}
