import { useTranslation } from 'react-i18next';
import { createSavedView } from '../../shared/savedView/schema.ts';
import { useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { Dialog, toast } from '../ui/index.ts';
import { CheckboxField, Form, FormActions, TextField } from '../ui/form/index.ts';

const schema = createSavedView.pick({ name: true, shared: true });

/** Asks for the name under which the current filters of the list are stored. */
export function SaveView({ list, query, onClose }: { list: string; query: string; onClose: () => void }) {
  const { t } = useTranslation('savedView');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const create = trpc.savedView.create.useMutation();
  return (
    <Dialog open onClose={onClose} title={t('saveTitle')} description={t('saveBody')} width={480}>
      <Form
        schema={schema}
        label={t('saveTitle')}
        draftKey={`${ws}.savedView.${list}.new`}
        defaultValues={{ name: '', shared: false }}
        onSubmit={async (values) => {
          await create.mutateAsync({ ws, list, query, ...values });
          void cache.savedView.list.invalidate({ ws, list });
          toast.success(t('saved'));
          onClose();
        }}
      >
        <TextField name="name" label={t('name')} limit={100} required />
        <CheckboxField name="shared" label={t('share')} help={t('shareHelp')} />
        <FormActions submitLabel={t('submit')} />
      </Form>
    </Dialog>
  );
}
