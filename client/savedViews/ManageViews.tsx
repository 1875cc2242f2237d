import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type SavedView, updateSavedView } from '../../shared/savedView/schema.ts';
import { useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { chakra, ConfirmDialog, Dialog, IconButton, Tag, toast } from '../ui/index.ts';
import { CheckboxField, Form, FormActions, TextField } from '../ui/form/index.ts';

const schema = updateSavedView.pick({ name: true, shared: true }).extend({ replace: z.boolean() });

interface ManageViewsProps {
  list: string;
  /** The current filters of the list. */
  query: string;
  /** The person's own views; of an Admin also those that others share, to be deleted. */
  views: readonly SavedView[];
  onClose: () => void;
}

/** The views of one person: rename, share, replace, delete; shared ones of others: delete. */
export function ManageViews({ list, query, views, onClose }: ManageViewsProps) {
  const { t } = useTranslation(['savedView', 'common']);
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const remove = trpc.savedView.remove.useMutation();
  const [edited, setEdited] = useState<string | null>(null);
  const [removing, setRemoving] = useState<SavedView | null>(null);
  const settle = () => void cache.savedView.list.invalidate({ ws, list });
  return (
    <Dialog open onClose={onClose} title={t(views.every(({ own }) => own) ? 'manageTitle' : 'manage')} width={520}>
      <chakra.ul listStyle="none" display="grid" gap="3">
        {views.map((view) => (
          <chakra.li key={view.id}>
            <chakra.div display="flex" alignItems="center" gap="2">
              <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
                {view.name} {view.shared && <Tag>{view.own ? t('share') : t('sharedBy', { name: view.by })}</Tag>}
              </chakra.span>
              {view.own && (
                <IconButton
                  size="sm"
                  label={t('edit', { name: view.name })}
                  aria-expanded={edited === view.id}
                  icon={<Pencil aria-hidden />}
                  onClick={() => setEdited(edited === view.id ? null : view.id)}
                />
              )}
              <IconButton
                size="sm"
                label={t('remove', { name: view.name })}
                icon={<Trash2 aria-hidden />}
                onClick={() => setRemoving(view)}
              />
            </chakra.div>
            {edited === view.id && (
              <EditView
                view={view}
                query={query}
                onDone={() => {
                  setEdited(null);
                  settle();
                }}
              />
            )}
          </chakra.li>
        ))}
        {views.length === 0 && <li>{t('none')}</li>}
      </chakra.ul>
      {removing && (
        <ConfirmDialog
          open
          onClose={() => setRemoving(null)}
          destructive
          title={t('removeTitle', { name: removing.name })}
          body={t(removing.shared ? 'removeShared' : 'removeBody')}
          confirmLabel={t('common:remove')}
          onConfirm={async () => {
            try {
              await remove.mutateAsync({ ws, id: removing.id });
            } finally {
              settle();
            }
            toast.success(t('removed'));
          }}
        />
      )}
    </Dialog>
  );
}

function EditView({ view, query, onDone }: { view: SavedView; query: string; onDone: () => void }) {
  const { t } = useTranslation('savedView');
  const { ws } = useSession();
  const update = trpc.savedView.update.useMutation();
  return (
    <chakra.div mt="2">
      <Form
        schema={schema}
        label={t('edit', { name: view.name })}
        draftKey={`${ws}.savedView.${view.id}`}
        defaultValues={{ name: view.name, shared: view.shared, replace: false }}
        onSubmit={async ({ name, shared, replace }) => {
          await update.mutateAsync({ ws, id: view.id, name, shared, ...(replace && { query }) });
          toast.success(t('saved'));
          onDone();
        }}
      >
        <TextField name="name" label={t('name')} limit={100} required />
        <CheckboxField name="shared" label={t('share')} help={t('shareHelp')} />
        <CheckboxField name="replace" label={t('replace')} />
        <FormActions submitLabel={t('submit')} />
      </Form>
    </chakra.div>
  );
}
