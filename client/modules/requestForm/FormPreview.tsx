import { useTranslation } from 'react-i18next';
import { MINUTE } from '../../../shared/duration.ts';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { EmbedPreview } from '../../embedScreen/EmbedPreview.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useWatch } from '../../ui/form/index.ts';
import { contentOfDraft, type FormContent, type FormValues } from './formValues.ts';
import { previewForm } from './previewForm.ts';
import { useRights } from './rights.tsx';

/** A preview of the current form values. Used inside the form. */
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

/** The real embed with the given content; nothing is stored or sent. */
export function FormPreview({ record, version, content, title }: FormPreviewProps) {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const settings = trpc.request.settings.get.useQuery({ ws }, { staleTime: MINUTE });
  const fromReceipt = settings.data?.clockStart === 'receipt';
  const blank = { title: t('preview.noTitle'), detail: t('preview.noDetail') };
  return (
    <EmbedPreview
      address="/dsrm/form/preview"
      frameTitle={t('preview.frame')}
      note={t('preview.note')}
      form={previewForm(content, { ws, formId: record.id, version, fromReceipt, blank })}
      {...(title && { title })}
    />
  );
}
