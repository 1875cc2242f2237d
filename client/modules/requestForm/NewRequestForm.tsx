import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { id, optionalText, requiredText } from '../../../shared/text.ts';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Dialog, toast } from '../../ui/index.ts';
import {
  AsyncSelectField,
  Form,
  FormActions,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { NeedsApplication } from './NeedsApplication.tsx';

const PAGE = 20;
const schema = z.object({
  name: requiredText(200),
  description: optionalText(),
  applicationId: id.nullable().refine((value) => value !== null, { error: 'errors:required' }),
});

/** Creates the form of an application without one, and opens it. */
export default function NewRequestForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const create = trpc.requestForm.create.useMutation();
  return (
    <Dialog open={open} onClose={onClose} title={t('create.title')} description={t('create.body')}>
      <Box mb="4" _empty={{ display: 'none' }}>
        <NeedsApplication />
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
        <ApplicationField />
        <TextField name="name" label={t('create.name')} help={t('create.nameHelp')} limit={200} required />
        <TextArea name="description" label={t('field.description')} limit={1000} rows={2} />
        <FormActions submitLabel={t('create.submit')} />
      </Form>
    </Dialog>
  );
}

/** The application; until a name is entered, the form is named after it. */
function ApplicationField() {
  const { t } = useTranslation('requestForm');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const { setValue, getFieldState } = useFormContext();
  const name = useWatch({ name: 'name' }) as string;
  return (
    <AsyncSelectField
      name="applicationId"
      label={t('create.application')}
      help={t('create.applicationHelp')}
      required
      load={async ({ query, page }) => {
        const { collection, meta } = await cache.application.pick.fetch({
          ws,
          without: 'requestForm',
          query,
          currentPage: page,
          pageSize: PAGE,
          sortBy: 'name',
          sortDirection: 'ASC',
        });
        return {
          options: collection.map((one) => ({ value: one.id, label: one.name })),
          hasMore: meta.currentPage < meta.totalPage,
        };
      }}
      onChosen={([chosen]) => {
        if (chosen && (name === '' || !getFieldState('name').isTouched))
          setValue('name', chosen.label, { shouldDirty: true, shouldValidate: true });
      }}
    />
  );
}
