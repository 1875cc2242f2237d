import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { RecordVersions, type VersionsPage } from '../../records/RecordVersions.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LIST_QUERY } from '../../ui/table/index.ts';
import { Heading, Stack } from '../../ui/index.ts';
import { MappingLines } from '../dataMapping/MappingLines.tsx';
import { useLineWords } from '../dataMapping/useLineWords.ts';
import { mappingDiff } from '../dataMapping/words.ts';
import { APPLICATION_FIELDS, type ApplicationReading, readingOfContent, readingOfRecord } from './applicationFields.ts';

/** Published versions of an application with their data mapping: the list, one in full, or any two compared. */
export function ApplicationVersions({ record }: { record: ApplicationDetail }) {
  const { t } = useTranslation('dataMapping');
  const lineWords = useLineWords();
  const { ws } = useSession();
  const words = useWords('recordScreen', 'application');
  const usePage = (page: VersionsPage) =>
    trpc.application.versions.useQuery({ ws, id: record.id, ...page }, LIST_QUERY);
  const useVersion = (version: number | null) =>
    trpc.application.version.useQuery(
      { ws, id: record.id, v: version ?? 1 },
      {
        enabled: version !== null,
        staleTime: Infinity,
        select: ({ content, ...row }) => ({ ...row, content: readingOfContent(content) }),
      },
    );
  return (
    <RecordVersions<ApplicationReading>
      record={record}
      draft={readingOfRecord(record)}
      fields={APPLICATION_FIELDS}
      words={words}
      usePage={usePage}
      useVersion={useVersion}
      moreDifferences={(before, after) => mappingDiff(before.dataMapping, after.dataMapping, lineWords)}
      aside={({ dataMapping, purposes }, _, reading) => (
        <Stack gap="4">
          {reading}
          {dataMapping.length > 0 && (
            <>
              <Heading>{t('title')}</Heading>
              <MappingLines
                lines={dataMapping.map((flow) => ({ flow, problems: [] }))}
                purposes={purposes.flatMap(({ id, title, content }) => (content ? { id, title, content } : []))}
              />
            </>
          )}
        </Stack>
      )}
    />
  );
}
