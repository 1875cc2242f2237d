import { useTranslation } from 'react-i18next';
import type { NodeList } from '../../../shared/crypto/nodes.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, RelativeTime, StatusTag } from '../../ui/index.ts';
import { FactTable } from '../crypto/FactTable.tsx';

const REFRESH_MS = 15_000;

/** The nodes that run the jobs, if the organisation runs its own. */
export function Nodes() {
  const { ws } = useSession();
  const query = trpc.crypto.nodes.useQuery({ ws }, { refetchInterval: REFRESH_MS });
  if (query.data === null) return null;
  return (
    <Box mt="6">
      <LoadedInDialog query={query} lines={4}>
        {(list) => list && <NodeTable {...list} />}
      </LoadedInDialog>
    </Box>
  );
}

function NodeTable({ nodes }: NodeList) {
  const { t } = useTranslation('job');
  const timeOf = (at: string | null) => (at === null ? '–' : <RelativeTime value={at} />);
  return (
    <FactTable
      title={t('nodes.title')}
      lead={t('nodes.lead')}
      heads={(['name', 'state', 'version', 'startedAt', 'reportedAt', 'key'] as const).map((head) =>
        t(`nodes.${head}`),
      )}
      rows={nodes.map(({ name, running, version, startedAt, reportedAt, hasKey }) => ({
        key: name,
        cells: [
          name,
          <StatusTag key="state" tone={running ? 'ok' : 'neutral'}>
            {t(running ? 'nodes.running' : 'nodes.ended')}
          </StatusTag>,
          version ?? '–',
          timeOf(startedAt),
          timeOf(reportedAt),
          <StatusTag key="key" tone={hasKey ? 'ok' : running ? 'danger' : 'neutral'}>
            {t(hasKey ? 'nodes.hasKey' : 'nodes.lacksKey')}
          </StatusTag>,
        ],
      }))}
    />
  );
}
