import { useTranslation } from 'react-i18next';
import type { PiiAttribute, PiiSubCategory } from '../../../shared/piiCategory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, toast, useFormat } from '../../ui/index.ts';

/** The part of a category to be removed. */
export type Removing = { kind: 'attribute'; part: PiiAttribute } | { kind: 'subCategory'; part: PiiSubCategory };

/** Asks for confirmation before an attribute or a sub-category is removed; closed while there is none to remove. */
export function RemovePart({ removing, onClose }: { removing: Removing | null; onClose: () => void }) {
  const { t } = useTranslation(['piiCategory', 'common']);
  const { ws } = useSession();
  const { text } = useFormat();
  const removeAttribute = trpc.piiCategory.attribute.remove.useMutation();
  const removeSubCategory = trpc.piiCategory.subCategory.remove.useMutation();
  const cache = trpc.useUtils();
  return (
    <ConfirmDialog
      open={removing !== null}
      onClose={onClose}
      destructive
      title={
        removing
          ? t(`outline.${removing.kind === 'attribute' ? 'removeAttributeTitle' : 'removeSubCategoryTitle'}`, {
              name: text(removing.part.name),
            })
          : ''
      }
      body={
        removing ? t(`outline.${removing.kind === 'attribute' ? 'removeAttributeBody' : 'removeSubCategoryBody'}`) : ''
      }
      confirmLabel={t('common:remove')}
      onConfirm={async () => {
        if (!removing) return;
        const { id, name } = removing.part;
        await (removing.kind === 'attribute' ? removeAttribute : removeSubCategory).mutateAsync({ ws, id });
        void cache.piiCategory.invalidate();
        toast.success(t('outline.removed', { name: text(name) }));
      }}
    />
  );
}
