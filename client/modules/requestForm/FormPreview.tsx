import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { EmbedPreview } from '../../embedScreen/EmbedPreview.tsx';
import { useSession } from '../../shell/session.tsx';
import { useWatch } from '../../ui/form/index.ts';
import { contentOfDraft, type FormContent, type FormValues } from './formValues.ts';
import { previewForm } from './previewForm.ts';
import { useRights } from './rights.tsx';

/** The preview of what is typed now. Inside the form. */
export function DraftPreview({ record }: { record: RequestForm }) {
  const values = useWatch() as FormValues;
  const rights = useRights();
  return (
    <FormPreview
      record={record}
      version={record.publishedVersion + 1}
      content={contentOfDraft(values, record, rights.of)}
    />
  );
}

interface FormPreviewProps {
  record: RequestForm;
  version: number;
  content: FormContent;
  title?: string;
}

/** The real embed with a content, kept nowhere and sent to nobody. */
export function FormPreview({ record, version, content, title }: FormPreviewProps) {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const blank = { title: t('preview.noTitle'), detail: t('preview.noDetail') };
  return (
    <EmbedPreview
      address="/dsrm/form/preview"
      frameTitle={t('preview.frame')}
      note={t('preview.note')}
      form={previewForm(content, { ws, formId: record.id, version, blank })}
      {...(title && { title })}
    />
  );
}
