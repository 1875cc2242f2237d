import type { Purpose } from '../../../shared/purpose/schema.ts';
import { RecordVersions } from '../../records/RecordVersions.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { PURPOSE_FORM_FIELDS } from './purposeFields.ts';

/** Published versions of a purpose: the list, one in full, or any two compared. */
export function PurposeVersions({ record }: { record: Purpose }) {
  const { ws } = useSession();
  const words = useWords('purposeScreen');
  const list = trpc.purpose.versions.useQuery({ ws, id: record.id, pageSize: 100 });
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
      list={list}
      useVersion={useVersion}
    />
  );
}
