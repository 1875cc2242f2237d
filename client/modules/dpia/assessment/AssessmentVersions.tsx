import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { RecordVersions, type VersionsPage } from '../../../records/RecordVersions.tsx';
import { useWords } from '../../../records/useWords.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { useFormat } from '../../../ui/index.ts';
import { LIST_QUERY } from '../../../ui/table/index.ts';
import { ASSESSMENT_FIELDS } from './assessmentFields.ts';
import { useAssessed } from './assessed.tsx';
import { type Content, referredNames, valuesOf } from './content.ts';

/** Published versions of an assessment: the list, one version as text, or a comparison of any two. */
export function AssessmentVersions({ record }: { record: Dpia }) {
  const { ws } = useSession();
  const words = useWords('dpiaAssessment');
  const { framework, register, names } = useAssessed();
  const { text } = useFormat();
  const usePage = (page: VersionsPage) => trpc.dpia.versions.useQuery({ ws, id: record.id, ...page }, LIST_QUERY);
  const useVersion = (version: number | null) =>
    trpc.dpia.version.useQuery(
      { ws, id: record.id, v: version ?? 1 },
      {
        enabled: version !== null,
        staleTime: Infinity,
        select: ({ content, ...row }) => ({
          ...row,
          content: {
            values: valuesOf(content),
            framework: content.framework,
            register: content.register,
            names: new Map([...names, ...referredNames(content, text)]),
          },
        }),
      },
    );
  return (
    <RecordVersions<Content>
      record={{
        status: record.status === 'PUBLISHED' ? 'published' : 'draft',
        publishedVersion: record.publishedVersion,
      }}
      draft={{ values: valuesOf({ ...record, register }), framework, register, names }}
      fields={ASSESSMENT_FIELDS}
      words={words}
      usePage={usePage}
      useVersion={useVersion}
    />
  );
}
