import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { id, optionalText, requiredText } from '../../../shared/text.ts';
import { ApplicationField } from '../../embedScreen/ApplicationField.tsx';
import { NeedsApplication } from '../../embedScreen/Need.tsx';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Dialog, toast } from '../../ui/index.ts';
import { Form, FormActions, TextArea, TextField } from '../../ui/form/index.ts';

const schema = z.object({
  name: requiredText(200),
  description: optionalText(),
  applicationId: id.nullable().refine((value) => value !== null, { error: 'errors:required' }),
});

/** Creates the form of an application without one, and opens it. */
export default function NewRequestForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['requestForm', 'embedScreen']);
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const create = trpc.requestForm.create.useMutation();
  return (
    <Dialog open={open} onClose={onClose} title={t('create.title')} description={t('create.body')}>
      <Box mb="4" _empty={{ display: 'none' }}>
        <NeedsApplication without="requestForm" allUsed={t('empty.allHaveForms')} />
      </Box>
      <Form
        schema={schema}
        label={t('create.title')}
        defaultValues={{ name: '', description: '', applicationId: null }}
        draftKey={`${ws}.requestForm.new`}
        onSubmit={async ({ name, description, applicationId }) => {
          const go = goLater();
          const created = await create.mutateAsync({ ws, name, description, applicationId: applicationId ?? '' });
          cache.requestForm.get.setData({ ws, id: created.id }, created);
          void cache.requestForm.list.invalidate();
          void cache.application.pick.invalidate();
          toast.success(t('create.done'));
          onClose();
          go(recordAddress('requestForm', created.id));
        }}
      >
        <ApplicationField without="requestForm" help={t('create.applicationHelp')} />
        <TextField
          name="name"
          label={t('embedScreen:form.name')}
          help={t('embedScreen:form.nameHelp')}
          limit={200}
          required
        />
        <TextArea name="description" label={t('field.description')} limit={1000} rows={2} />
        <FormActions submitLabel={t('embedScreen:form.submit')} />
      </Form>
    </Dialog>
  );
}
