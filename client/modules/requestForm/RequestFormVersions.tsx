import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { RecordVersions, type VersionsPage } from '../../records/RecordVersions.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { SideRail } from '../../ui/index.ts';
import { LIST_QUERY } from '../../ui/table/index.ts';
import { contentOfDraft, contentOfVersion, type FormContent, valuesOf } from './formValues.ts';
import { FormPreview } from './FormPreview.tsx';
import { REQUEST_FORM_FIELDS } from './requestFormFields.ts';
import { useRights } from './rights.tsx';

/**
 * Published versions of a form: the list, one version as data subjects saw it and as text, or a comparison of any two.
 */
export function RequestFormVersions({ record }: { record: RequestForm }) {
  const { ws } = useSession();
  const { t } = useTranslation(['requestForm', 'embedScreen']);
  const words = useWords('requestForm');
  const rights = useRights();
  const usePage = (page: VersionsPage) =>
    trpc.requestForm.versions.useQuery({ ws, id: record.id, ...page }, LIST_QUERY);
  const useVersion = (version: number | null) =>
    trpc.requestForm.version.useQuery(
      { ws, id: record.id, v: version ?? 1 },
      {
        enabled: version !== null,
        staleTime: Infinity,
        select: ({ content, ...row }) => ({ ...row, content: contentOfVersion(content) }),
      },
    );
  return (
    <RecordVersions<FormContent>
      record={record}
      draft={contentOfDraft(valuesOf(record), record, rights.of)}
      fields={REQUEST_FORM_FIELDS}
      words={words}
      usePage={usePage}
      useVersion={useVersion}
      aside={(content, version, reading) => (
        <SideRail
          rail={<FormPreview record={record} version={version} content={content} title={t('embedScreen:displayed')} />}
        >
          {reading}
        </SideRail>
      )}
    />
  );
}
