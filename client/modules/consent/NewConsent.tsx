import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { id, requiredText } from '../../../shared/text.ts';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Dialog, toast } from '../../ui/index.ts';
import { AsyncSelectField, Form, FormActions, TextField, useFormContext, useWatch } from '../../ui/form/index.ts';
import { Needs } from './Needs.tsx';

const PAGE = 20;
const schema = z.object({
  name: requiredText(200),
  applicationId: id.nullable().refine((value) => value !== null, { error: 'errors:required' }),
});

/** Creates a form for an application that has none, and opens it. */
export default function NewConsent({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('consent');
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const create = trpc.consent.create.useMutation();
  return (
    <Dialog open={open} onClose={onClose} title={t('create.title')} description={t('create.body')}>
      <Box mb="4" _empty={{ display: 'none' }}>
        <Needs />
      </Box>
      <Form
        schema={schema}
        label={t('create.title')}
        defaultValues={{ name: '', applicationId: null }}
        draftKey={`${ws}.consent.new`}
        onSubmit={async ({ name, applicationId }) => {
          const go = goLater();
          const created = await create.mutateAsync({ ws, name, applicationId: applicationId ?? '' });
          void cache.consent.list.invalidate();
          void cache.consent.needs.invalidate();
          void cache.application.pick.invalidate();
          toast.success(t('create.done'));
          onClose();
          go(recordAddress('consent', created.id));
        }}
      >
        <ApplicationField />
        <TextField name="name" label={t('create.name')} help={t('create.nameHelp')} limit={200} required />
        <FormActions submitLabel={t('create.submit')} />
      </Form>
    </Dialog>
  );
}

/** The application; until a name is typed, the form gets its name. */
function ApplicationField() {
  const { t } = useTranslation('consent');
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
          without: 'consent',
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
