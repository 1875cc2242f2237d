import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { purposeCategoryFields } from '../../../../shared/purposeCategory/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Box, Button, Dialog, toast, useDialog } from '../../../ui/index.ts';
import { BilingualField, Form, FormActions, useFormContext } from '../../../ui/form/index.ts';
import { useNames } from '../names.tsx';
import { SearchField } from './SearchField.tsx';

const PAGE = 20;

/** The category of a purpose; a new one can be created beside it. */
export function CategoryField({ name }: { name: string }) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const names = useNames();
  const { setValue } = useFormContext();
  const create = trpc.purposeCategory.create.useMutation();
  const dialog = useDialog();
  return (
    <Box display="grid" gap="2">
      <SearchField
        name={name}
        label={t('field.purposeCategoryId')}
        search={async ({ query, page }) => {
          const { collection, meta } = await cache.purposeCategory.list.fetch({
            ws,
            query,
            currentPage: page,
            pageSize: PAGE,
            sortBy: 'name',
            sortDirection: 'ASC',
          });
          return { entries: collection, hasMore: meta.currentPage < meta.totalPage };
        }}
      />
      <div>
        <Button size="sm" look="quiet" icon={<Plus aria-hidden />} onClick={dialog.show}>
          {t('category.add')}
        </Button>
      </div>
      <Dialog {...dialog.props} width={720} title={t('category.add')}>
        <Form
          schema={purposeCategoryFields}
          label={t('category.add')}
          draftKey={`${ws}.purposeCategory.new`}
          defaultValues={{ name: { th: '', en: '' }, description: { th: '', en: '' }, detail: '' }}
          onSubmit={async (values) => {
            const { id } = await create.mutateAsync({ ws, ...values });
            names.learn([{ id, name: values.name }]);
            setValue(name, id, { shouldDirty: true });
            void cache.purposeCategory.invalidate();
            toast.success(t('category.added'));
            dialog.close();
          }}
        >
          <BilingualField name="name" label={t('category.name')} required />
          <BilingualField name="description" label={t('category.description')} multiline rows={3} required />
          <FormActions submitLabel={t('category.add')} />
        </Form>
      </Dialog>
    </Box>
  );
}
