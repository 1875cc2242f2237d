import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Dpia, notRequireDpia } from '../../../../shared/dpia/schema.ts';
import { dpiaStatus } from '../../../../shared/dpia/status.ts';
import { useOpenMoves } from '../../../records/useOpenMoves.ts';
import { messageOf } from '../../../shell/errors.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Form, FormActions, TextArea } from '../../../ui/form/index.ts';
import { Button, Dialog, toast, useDialog } from '../../../ui/index.ts';

const schema = notRequireDpia.pick({ why: true });

/** Decides that no assessment is required, if the rule does not require one; can also be reverted. */
export function DecideNotRequired({ record: { id, status, required, rowVersion } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaDecision');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const dialog = useDialog();
  const openMoves = useOpenMoves(dpiaStatus);
  const notRequire = trpc.dpia.notRequire.useMutation();
  const reopen = trpc.dpia.reopen.useMutation();
  const moves = openMoves(status);
  const values = useMemo(() => ({ why: '' }), []);
  const show = (next: Dpia) => cache.dpia.get.setData({ ws, id }, next);
  const openAgain = async () => {
    try {
      show(await reopen.mutateAsync({ ws, id, rowVersion }));
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
  if (required !== 'NO' || !moves.includes('notRequire')) return null;
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
            show(await notRequire.mutateAsync({ ws, id, rowVersion, why }));
            toast.success(t('decideDone'));
            dialog.close();
          }}
        >
          <TextArea name="why" label={t('why')} help={t('whyHelp')} rows={5} limit={10_000} required />
          <FormActions submitLabel={t('decide')} />
        </Form>
      </Dialog>
    </>
  );
}
