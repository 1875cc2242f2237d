import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Dpia, notRequireDpia } from '../../../../shared/dpia/schema.ts';
import { dpiaStatus } from '../../../../shared/dpia/status.ts';
import type { RecordFormState } from '../../../records/RecordForm.tsx';
import { useOpenMoves } from '../../../records/useOpenMoves.ts';
import { useSaveInput } from '../../../records/useSaveInput.ts';
import { messageOf } from '../../../shell/errors.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Form, FormActions, TextArea } from '../../../ui/form/index.ts';
import { Button, Dialog, Text, toast, useDialog } from '../../../ui/index.ts';
import type { FormValues } from '../assessment/content.ts';

const schema = notRequireDpia.pick({ why: true });

interface DecideNotRequiredProps {
  record: Dpia;
  form: RecordFormState<Dpia, FormValues>;
}

/**
 * Decides that no assessment is required, if the rule does not require one; can also be reverted. Inside the form: the
 * document states what is displayed, which is saved first.
 */
export function DecideNotRequired({ record: { id, status, required, rowVersion }, form }: DecideNotRequiredProps) {
  const { t } = useTranslation('dpiaDecision');
  const { ws } = useSession();
  const dialog = useDialog();
  const openMoves = useOpenMoves(dpiaStatus);
  const { isDirty, saveInput } = useSaveInput({ save: form.save, invalid: t('invalid') });
  const notRequire = trpc.dpia.notRequire.useMutation();
  const reopen = trpc.dpia.reopen.useMutation();
  const moves = openMoves(status);
  const values = useMemo(() => ({ why: '' }), []);
  const openAgain = async () => {
    try {
      form.restart(await reopen.mutateAsync({ ws, id, rowVersion }));
      toast.success(t('reopenDone'));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  if (moves.includes('reopen'))
    return (
      <Button loading={reopen.isPending} onClick={() => void openAgain()}>
        {t('reopen')}
      </Button>
    );
  // An open dialog stays to display why the answers that it has just saved are refused.
  if (!moves.includes('notRequire') || (required !== 'NO' && !dialog.open)) return null;
  return (
    <>
      <Button onClick={dialog.show}>{t('decide')}</Button>
      <Dialog {...dialog.props} title={t('decide')} description={t('decideBody')}>
        <Form
          schema={schema}
          label={t('decide')}
          defaultValues={values}
          draftKey={`${ws}.dpia.${id}.notRequired`}
          onSubmit={async ({ why }) => {
            const saved = await saveInput(rowVersion);
            const decided = await notRequire.mutateAsync({ ws, id, rowVersion: saved, why });
            toast.success(t('decideDone'));
            dialog.close();
            form.restart(decided);
          }}
        >
          {isDirty && <Text color="muted">{t('saveFirst')}</Text>}
          <TextArea name="why" label={t('why')} help={t('whyHelp')} rows={5} limit={10_000} required />
          <FormActions submitLabel={t('decide')} />
        </Form>
      </Dialog>
    </>
  );
}
