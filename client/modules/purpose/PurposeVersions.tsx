import type { Purpose } from '../../../shared/purpose/schema.ts';
import { RecordVersions, type VersionsPage } from '../../records/RecordVersions.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LIST_QUERY } from '../../ui/table/index.ts';
import { PURPOSE_FORM_FIELDS } from './purposeFields.ts';

/** Published versions of a purpose: the list, one complete version, or a comparison of any two. */
export function PurposeVersions({ record }: { record: Purpose }) {
  const { ws } = useSession();
  const words = useWords('purposeScreen');
  const usePage = (page: VersionsPage) => trpc.purpose.versions.useQuery({ ws, id: record.id, ...page }, LIST_QUERY);
  const useVersion = (version: number | null) =>
    trpc.purpose.version.useQuery(
      { ws, id: record.id, v: version ?? 1 },
      { enabled: version !== null, staleTime: Infinity },
    );
  return (
    <RecordVersions
      record={record}
      draft={record.content}
      fields={PURPOSE_FORM_FIELDS}
      words={words}
      usePage={usePage}
      useVersion={useVersion}
    />
  );
}
