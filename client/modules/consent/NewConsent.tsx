import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { id, requiredText } from '../../../shared/text.ts';
import { ApplicationField } from '../../embedScreen/ApplicationField.tsx';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Dialog, toast } from '../../ui/index.ts';
import { Form, FormActions, TextField } from '../../ui/form/index.ts';
import { Needs } from './Needs.tsx';

const schema = z.object({
  name: requiredText(200),
  applicationId: id.nullable().refine((value) => value !== null, { error: 'errors:required' }),
});

/** Creates a form for an application that has none, and opens it. */
export default function NewConsent({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['consent', 'embedScreen']);
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
        <ApplicationField without="consent" help={t('create.applicationHelp')} />
        <TextField
          name="name"
          label={t('embedScreen:form.name')}
          help={t('embedScreen:form.nameHelp')}
          limit={200}
          required
        />
        <FormActions submitLabel={t('embedScreen:form.submit')} />
      </Form>
    </Dialog>
  );
}
