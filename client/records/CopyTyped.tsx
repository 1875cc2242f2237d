import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, copyToClipboard, toast } from '../ui/index.ts';
import { useFormContext } from '../ui/form/index.ts';
import { typedText } from './mergeFields.ts';
import type { StaleEdit } from './useStaleEdit.tsx';

/** Copies a text, and announces the result. */
export function CopyText({ text, main = false }: { text: () => string; main?: boolean }) {
  const { t } = useTranslation(['recordScreen', 'ui']);
  const copy = async () => {
    if (await copyToClipboard(text())) toast.success(t('ui:copy.done'));
    else toast.error(t('ui:copy.failed'));
  };
  return (
    <Button
      {...(main ? { look: 'main' as const } : { size: 'sm' as const })}
      icon={<Copy aria-hidden />}
      onClick={() => void copy()}
    >
      {t('over.copy')}
    </Button>
  );
}

/** Inside a form: copies the input since it was opened. */
export function CopyTyped<Current extends { rowVersion: number }, Values extends object>({
  edit,
  record,
}: {
  edit: StaleEdit<Current, Values>;
  record: Current | null | undefined;
}) {
  const form = useFormContext();
  if (!record) return null;
  return <CopyText text={() => typedText(edit.fieldsOf(record), edit.base.values, form.getValues() as Values)} />;
}
