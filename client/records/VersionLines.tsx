import { chakra, Flex, Link, RelativeTime, Tag, Text } from '../ui/index.ts';
import type { VersionRow } from './VersionList.tsx';

export interface VersionLinesProps {
  versions: readonly VersionRow[];
  /** Number of the version in force. */
  inForce: number;
  /** Address of the record. */
  at: string;
  /** Texts of the record's namespace. */
  say: (key: 'name' | 'inForce' | 'fingerprint', values?: { number: number }) => string;
  /** Fingerprints shortened, where there is little room. */
  short?: boolean;
}

/** Published versions, newest first, each leading to its content. */
export function VersionLines({ versions, inForce, at, say, short = false }: VersionLinesProps) {
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
            <Link href={`${at}?tab=versions&version=${row.version}`}>{say('name', { number: row.version })}</Link>
            {row.version === inForce && <Tag tone="ok">{say('inForce')}</Tag>}
            <chakra.span textStyle="dense" color="muted">
              {row.publishedBy && `${row.publishedBy.name} · `}
              <RelativeTime value={row.publishedAt} />
            </chakra.span>
          </Flex>
          <Text textStyle="small" color="muted" overflowWrap="anywhere">
            {say('fingerprint')}{' '}
            <chakra.code title={row.sha256}>{short ? `${row.sha256.slice(0, 12)}…` : row.sha256}</chakra.code>
          </Text>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
