import { usePath } from '../shell/navigation.ts';
import { Box, chakra, Link, Text, useFormat } from '../ui/index.ts';
import type { VersionRow } from './VersionList.tsx';

export interface VersionHeadProps {
  number: number;
  /** Undefined while it is on its way. */
  version: VersionRow | undefined;
  /** Texts of the record's namespace. */
  say: (
    key: 'back' | 'name' | 'by' | 'fingerprint',
    values?: { number: number } | { name: string; time: string },
  ) => string;
}

/** Above one published version: the way back to all of them, its number, who published it and when. */
export function VersionHead({ number, version, say }: VersionHeadProps) {
  const { dateTime } = useFormat();
  const path = usePath();
  return (
    <Box>
      <Link href={`${path}?tab=versions`}>{say('back')}</Link>
      <chakra.h2 textStyle="heading" mt="2">
        {say('name', { number })}
      </chakra.h2>
      {version && (
        <>
          <Text textStyle="dense" color="muted">
            {say('by', { name: version.publishedBy?.name ?? '–', time: dateTime(version.publishedAt) })}
          </Text>
          <Text textStyle="small" color="muted" overflowWrap="anywhere">
            {say('fingerprint')} <chakra.code>{version.sha256}</chakra.code>
          </Text>
        </>
      )}
    </Box>
  );
}
