import type { Consent } from '../../../shared/consent/schema.ts';
import { RecordVersions, type VersionsPage } from '../../records/RecordVersions.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LIST_QUERY } from '../../ui/table/index.ts';
import { SideRail } from '../../ui/index.ts';
import { CONSENT_FIELDS } from './consentFields.ts';
import { VersionPreview } from './DraftPreview.tsx';
import { type FormContent, contentOfVersion, contentOfRecord } from './formValues.ts';
import { EditorialChanges } from './PublishEffect.tsx';

/** Published versions of a form: the list, one in its original appearance and as text, or any two compared. */
export function ConsentVersions({ record }: { record: Consent }) {
  const { ws } = useSession();
  const words = useWords('consent');
  const usePage = (page: VersionsPage) => trpc.consent.versions.useQuery({ ws, id: record.id, ...page }, LIST_QUERY);
  const useVersion = (version: number | null) =>
    trpc.consent.version.useQuery(
      { ws, id: record.id, v: version ?? 1 },
      {
        enabled: version !== null,
        staleTime: Infinity,
        select: ({ content, editorial, ...row }) => ({ ...row, content: { ...contentOfVersion(content), editorial } }),
      },
    );
  return (
    <RecordVersions<FormContent>
      record={record}
      inForce={record.versionInForce}
      draft={contentOfRecord(record, ws)}
      fields={CONSENT_FIELDS}
      words={words}
      usePage={usePage}
      useVersion={useVersion}
      aside={(content, version, reading) => (
        <SideRail rail={<VersionPreview record={record} version={version} content={content} />}>
          <EditorialChanges content={content} />
          {reading}
        </SideRail>
      )}
    />
  );
}
