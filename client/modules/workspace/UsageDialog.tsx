import { useTranslation } from 'react-i18next';
import { FLAGS } from '../../../shared/registry/flags.ts';
import type { WorkspaceUsageRow } from '../../../shared/workspace/usage.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList } from '../../ui/chart/index.ts';
import { Box, Dialog, EmptyState, ErrorState, Facts, Heading, SkeletonText, Text, useFormat } from '../../ui/index.ts';
import { formatBytes } from '../../formatBytes.ts';

interface UsageDialogProps {
  workspace: WorkspaceUsageRow;
  onClose: () => void;
}

/**
 * Details of a workspace beyond the figures of the list: its modules, its limits, and the storage used by its files.
 */
export function UsageDialog({ workspace, onClose }: UsageDialogProps) {
  const { t } = useTranslation('workspaceUsage');
  return (
    <Dialog open onClose={onClose} title={t('detailsTitle', { name: workspace.name })}>
      <Modules workspace={workspace} />
      <Storage workspace={workspace} />
    </Dialog>
  );
}

function Modules({ workspace: { flags, recipients } }: Pick<UsageDialogProps, 'workspace'>) {
  const { t } = useTranslation(['workspaceUsage', 'workspace']);
  const { number } = useFormat();
  const named = (on: boolean) =>
    FLAGS.filter((flag) => flags.includes(flag) === on)
      .map((flag) => t(`workspace:flag.${flag}`))
      .join(' · ') || '–';
  return (
    <Box mb="5">
      <Facts
        rows={[
          [t('modulesOn'), named(true)],
          [t('modulesOff'), named(false)],
          [t('recipients'), number(recipients)],
        ]}
      />
    </Box>
  );
}

/** The storage used by the files of a workspace, by kind. */
function Storage({ workspace: { id, storage } }: Pick<UsageDialogProps, 'workspace'>) {
  const { t } = useTranslation('workspaceUsage');
  const { ws } = useSession();
  const { data, error, refetch, isFetching } = trpc.workspace.storage.useQuery({ ws, id });
  return (
    <Box as="section">
      <Heading>{t('storage')}</Heading>
      <Text color="muted" textStyle="dense" mb="3">
        {t('byKindLead', { files: t('files', { count: storage.files }), bytes: formatBytes(storage.bytes) })}
      </Text>
      {error && !data ? (
        <ErrorState body={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <SkeletonText lines={4} />
      ) : data.length === 0 ? (
        <EmptyState title={t('noFiles')} body={t('noFilesBody')} />
      ) : (
        <BarList
          unit={formatBytes}
          bars={data.map((row) => ({
            key: row.kind,
            label: t(`kind.${row.kind}`),
            value: row.bytes,
            note: t('files', { count: row.files }),
          }))}
        />
      )}
    </Box>
  );
}
