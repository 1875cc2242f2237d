import { useTranslation } from 'react-i18next';
import { Box, Button, Card, chakra, EmptyState, RelativeTime, Tag } from '../ui/index.ts';

export interface VersionRow {
  version: number;
  publishedAt: string;
  publishedBy: { id: string; name: string } | null;
  sha256: string;
}

/** Published versions, newest first: read one, or compare it with the one before. */
export function VersionList({
  versions,
  onRead,
  onCompare,
}: {
  versions: readonly VersionRow[];
  onRead: (version: number) => void;
  onCompare: (version: number) => void;
}) {
  const { t } = useTranslation('recordScreen');
  if (versions.length === 0) return <EmptyState title={t('noVersions')} body={t('noVersionsBody')} />;
  return (
    <chakra.ol listStyle="none" display="grid" gap="3">
      {versions.map((row, index) => (
        <li key={row.version}>
          <Card
            title={t('versionNumber', { number: row.version })}
            actions={
              <>
                <Button size="sm" onClick={() => onRead(row.version)}>
                  {t('read')}
                </Button>
                {index < versions.length - 1 && (
                  <Button size="sm" look="quiet" onClick={() => onCompare(row.version)}>
                    {t('compareWith')} {t('versionNumber', { number: versions[index + 1]?.version })}
                  </Button>
                )}
              </>
            }
          >
            <Box textStyle="dense" color="muted">
              {t('publishedAt')} <RelativeTime value={row.publishedAt} />
              {row.publishedBy && ` · ${row.publishedBy.name}`}
            </Box>
            <Box mt="2" overflowWrap="anywhere">
              <Tag>{t('fingerprint')}</Tag> <chakra.code textStyle="small">{row.sha256}</chakra.code>
            </Box>
          </Card>
        </li>
      ))}
    </chakra.ol>
  );
}
