import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, RelativeTime, StatusTag } from '../../ui/index.ts';
import { FactTable } from '../crypto/FactTable.tsx';

const REFRESH_MS = 15_000;

/** The nodes that run the jobs, if the organisation runs its own. */
export function Nodes() {
  const { t } = useTranslation('job');
  const { ws } = useSession();
  const { data } = trpc.crypto.nodes.useQuery({ ws }, { refetchInterval: REFRESH_MS });
  if (!data) return null;
  const timeOf = (at: string | null) => (at === null ? '–' : <RelativeTime value={at} />);
  return (
    <Box mt="6">
      <FactTable
        title={t('nodes.title')}
        lead={t('nodes.lead')}
        heads={(['name', 'state', 'version', 'startedAt', 'reportedAt', 'key'] as const).map((head) =>
          t(`nodes.${head}`),
        )}
        rows={data.nodes.map(({ name, running, version, startedAt, reportedAt, hasKey }) => ({
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
    </Box>
  );
}
