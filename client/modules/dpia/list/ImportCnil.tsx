import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { dpiaAddress } from '../../../../shared/dpia/addresses.ts';
import { CNIL_LIMITS } from '../../../../shared/dpia/cnil/format.ts';
import type { DpiaVariant } from '../../../../shared/dpia/framework.ts';
import { id } from '../../../../shared/text.ts';
import { bodyOf, messageOf } from '../../../shell/errors.ts';
import { useGoLater } from '../../../shell/navigation.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { AsyncSelectField, Form, FormActions, useWatch } from '../../../ui/form/index.ts';
import { Banner, Dialog, DropPlace, SkeletonText, toast } from '../../../ui/index.ts';
import { ImportedParts } from './ImportedParts.tsx';
import { useLoadApplications } from './useLoadApplications.ts';

const schema = z.object({
  applicationId: id.nullable().refine((value) => value !== null, { error: 'errors:required' }),
});

/** A selected file; `text` is null if it is too large to be read. */
interface ChosenFile {
  readonly name: string;
  readonly text: string | null;
}

interface ImportCnilProps {
  variant: DpiaVariant;
  open: boolean;
  onClose: () => void;
}

/** Creates an assessment from a file of the CNIL's PIA application, after a preview of where each part is stored. */
export default function ImportCnil({ variant, open, onClose }: ImportCnilProps) {
  const { t } = useTranslation('dpiaCnil');
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const load = useLoadApplications();
  const create = trpc.dpia.cnilImport.useMutation();
  const [file, setFile] = useState<ChosenFile | null>(null);
  return (
    <Dialog open={open} onClose={onClose} width={760} title={t('import.title')} description={t('import.lead')}>
      <Form
        schema={schema}
        label={t('import.title')}
        defaultValues={{ applicationId: null }}
        draftKey={`${ws}.dpia.cnil.${variant}`}
        onSubmit={async ({ applicationId }) => {
          const go = goLater();
          if (!file?.text) throw new Error(t(file ? 'problem.size' : 'import.fileMissing'));
          const input = { ws, variant, applicationId: applicationId ?? '', file: file.text };
          const { dpia } = await create.mutateAsync(input);
          cache.dpia.get.setData({ ws, id: dpia.id }, dpia);
          void cache.dpia.list.invalidate();
          void cache.dpia.missing.invalidate();
          toast.success(t('import.done'));
          onClose();
          go(dpiaAddress(variant, dpia.id));
        }}
      >
        <AsyncSelectField name="applicationId" label={t('import.application')} required load={load} />
        <DropPlace
          accept=".json"
          hint={t('import.drop')}
          choose={t('import.choose')}
          help={file ? t('import.file', { name: file.name }) : t('import.help')}
          onFiles={([chosen]) => chosen && void readIn(chosen).then(setFile)}
        />
        {file && <Preview variant={variant} file={file} />}
        <FormActions submitLabel={t('import.submit')} />
      </Form>
    </Dialog>
  );
}

const readIn = async (file: File): Promise<ChosenFile> => ({
  name: file.name,
  text: file.size > CNIL_LIMITS.bytes ? null : await file.text(),
});

/** A preview of the import of a file, or why it cannot be read. */
function Preview({ variant, file: { text } }: { variant: DpiaVariant; file: ChosenFile }) {
  const { t } = useTranslation('dpiaCnil');
  const { ws } = useSession();
  const applicationId = useWatch({ name: 'applicationId' }) as string | null;
  const { mutate, data, error, isPending } = trpc.dpia.cnilPreview.useMutation();
  useEffect(() => {
    if (text !== null && applicationId !== null) mutate({ ws, variant, applicationId, file: text });
  }, [ws, variant, applicationId, text, mutate]);
  const problem = text === null ? t('problem.size') : error && problemIn(error, t('import.lost'));
  return (
    <div aria-live="polite">
      {problem ? (
        <Banner tone="danger">{problem}</Banner>
      ) : applicationId === null ? (
        t('import.chooseApplication')
      ) : isPending ? (
        <SkeletonText lines={3} />
      ) : (
        data && <ImportedParts preview={data} />
      )}
    </div>
  );
}

/** The server's error message about the file; `unanswered` when no answer came. */
const problemIn = (error: unknown, unanswered: string): string =>
  bodyOf(error)?.issues?.find(({ path }) => path[0] === 'file')?.reason ?? messageOf(error, unanswered);
