import { useTranslation } from 'react-i18next';
import { chakra, Flex, Link, RelativeTime, Tag, Text } from '../ui/index.ts';

export interface VersionRow {
  version: number;
  publishedAt: string;
  publishedBy: { id: string; name: string } | null;
  sha256: string;
}

interface VersionLinesProps {
  versions: readonly VersionRow[];
  /** Number of the version in force; null: none is. */
  inForce: number | null;
  /** Address of the record. */
  at: string;
  /** Shortened fingerprints, where there is little space. */
  short?: boolean;
}

/** Published versions, newest first, each linked to its content. */
export function VersionLines({ versions, inForce, at, short = false }: VersionLinesProps) {
  const { t } = useTranslation('versionedRecord');
  return (
    <chakra.ol listStyle="none">
      {versions.map((row) => (
        <chakra.li
          key={row.version}
          px={{ base: '4', md: '5' }}
          py="3"
          borderBottomWidth="1px"
          _last={{ borderBottomWidth: '0' }}
        >
          <Flex wrap="wrap" columnGap="3" rowGap="1" align="center">
            <Link href={`${at}?tab=versions&version=${row.version}`}>{t('version.name', { number: row.version })}</Link>
            {row.version === inForce && <Tag tone="ok">{t('version.inForce')}</Tag>}
            <chakra.span textStyle="dense" color="muted">
              {row.publishedBy && `${row.publishedBy.name} · `}
              <RelativeTime value={row.publishedAt} />
            </chakra.span>
          </Flex>
          <Text textStyle="small" color="muted" overflowWrap="anywhere">
            {t('version.fingerprint')}{' '}
            <chakra.code title={row.sha256}>{short ? `${row.sha256.slice(0, 12)}…` : row.sha256}</chakra.code>
          </Text>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
