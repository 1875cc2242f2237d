import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../shared/consent/schema.ts';
import { EmbedPreview } from '../../embedScreen/EmbedPreview.tsx';
import { useSession } from '../../shell/session.tsx';
import { useWatch } from '../../ui/form/index.ts';
import { type FormValues, type FormContent, contentOfDraft } from './formValues.ts';
import { previewForm } from './previewForm.ts';
import { usePurposeNames } from './purposeNames.tsx';

/** The preview of the current input. Inside the form. */
export function DraftPreview({ record }: { record: Consent }) {
  const values = useWatch() as FormValues;
  return <SavedPreview record={record} draft={values} />;
}

/** The preview of a draft, by default the saved one. */
export function SavedPreview({
  record,
  draft = { ...record.draft, name: record.name },
}: {
  record: Consent;
  draft?: FormValues;
}) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const names = usePurposeNames();
  const unknown = { title: { th: t('purpose.unknown'), en: t('purpose.unknown') }, description: { th: '', en: '' } };
  return (
    <Drawn
      content={contentOfDraft(draft, (id) => names.get(id) ?? unknown, ws)}
      record={record}
      version={record.publishedVersion + 1}
      controller={record.controllerName}
    />
  );
}

/** The preview of a published version in its original appearance. */
export function VersionPreview({
  record,
  version,
  content,
}: {
  record: Consent;
  version: number;
  content: FormContent;
}) {
  const { t } = useTranslation(['consent', 'embedScreen']);
  const plain = { th: record.application.name, en: record.application.name };
  return (
    <Drawn
      content={content}
      record={record}
      version={version}
      controller={content.controller?.name ?? plain}
      title={t('embedScreen:displayed')}
    />
  );
}

function Drawn({
  content,
  record,
  version,
  controller,
  title,
}: {
  content: FormContent;
  record: Consent;
  version: number;
  controller: { th: string; en: string };
  title?: string;
}) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const blank = { title: t('preview.noTitle'), description: t('preview.noDescription') };
  return (
    <EmbedPreview
      address="/consent/form/preview"
      frameTitle={t('preview.frame')}
      note={t('preview.note')}
      form={previewForm(content, {
        ws,
        consentId: record.id,
        applicationId: record.application.id,
        version,
        controller,
        blank,
      })}
      title={title}
    />
  );
}
