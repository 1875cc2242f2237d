import { FolderPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PiiAttribute, PiiCategoryDetail, PiiSubCategory } from '../../../shared/piiCategory/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, Card, ConfirmDialog, EmptyState, Text, toast, useFormat } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import { AddPart } from './AddPart.tsx';
import { PiiGroup } from './PiiGroup.tsx';

/** From so many attributes on, one may search among them. */
const SEARCHED_FROM = 12;

/** What is asked to be removed. */
type Removing = { kind: 'attribute'; part: PiiAttribute } | { kind: 'subCategory'; part: PiiSubCategory };

/** The sub-categories of a category with their attributes; both are added in place. */
export function PiiOutline({ record, canWrite }: { record: PiiCategoryDetail; canWrite: boolean }) {
  const { t } = useTranslation(['piiCategory', 'common']);
  const { ws } = useSession();
  const { text } = useFormat();
  const [find, setFind] = useState('');
  const [adding, setAdding] = useState<'subCategory' | { in: string | null } | null>(null);
  const [removing, setRemoving] = useState<Removing | null>(null);
  const removeAttribute = trpc.piiCategory.attribute.remove.useMutation();
  const removeSubCategory = trpc.piiCategory.subCategory.remove.useMutation();
  const cache = trpc.useUtils();

  const wanted = find.trim().toLocaleLowerCase();
  const matching = record.attributes.filter(({ name }) => `${name.th} ${name.en}`.toLocaleLowerCase().includes(wanted));
  const inside = (subCategoryId: string | null) =>
    matching.filter((attribute) => attribute.piiSubCategoryId === subCategoryId);
  const direct = inside(null);
  const empty = record.attributes.length === 0 && record.subCategories.length === 0;
  const isAdding = (subCategoryId: string | null) =>
    adding !== null && adding !== 'subCategory' && adding.in === subCategoryId;
  const group = {
    piiCategoryId: record.id,
    sensitive: record.sensitive,
    canWrite,
    onRemove: (part: PiiAttribute) => setRemoving({ kind: 'attribute', part }),
    onClose: () => setAdding(null),
  };

  return (
    <>
      <Card
        flush
        overflow="clip"
        title={t('outline.title')}
        actions={
          canWrite && (
            <>
              <Button size="sm" look="quiet" icon={<FolderPlus />} onClick={() => setAdding('subCategory')}>
                {t('outline.addSubCategory')}
              </Button>
              <Button size="sm" icon={<Plus />} onClick={() => setAdding({ in: null })}>
                {t('outline.addAttribute')}
              </Button>
            </>
          )
        }
      >
        {record.attributes.length >= SEARCHED_FROM && (
          <Box px={{ base: '4', md: '5' }} py="2.5" borderBottomWidth="1px">
            <Input
              dense
              type="search"
              aria-label={t('outline.find')}
              placeholder={t('outline.find')}
              value={find}
              onChange={(event) => setFind(event.target.value)}
            />
          </Box>
        )}
        {adding === 'subCategory' && (
          <AddPart
            key="subCategory"
            piiCategoryId={record.id}
            part={{ kind: 'subCategory' }}
            label={t('outline.addSubCategory')}
            onClose={() => setAdding(null)}
          />
        )}
        {(direct.length > 0 || isAdding(null)) && (
          <PiiGroup
            {...group}
            title={record.subCategories.length > 0 ? t('outline.direct') : null}
            subCategory={null}
            attributes={direct}
            adding={isAdding(null)}
            onAdd={() => setAdding({ in: null })}
          />
        )}
        {record.subCategories
          .filter((subCategory) => wanted === '' || inside(subCategory.id).length > 0)
          .map((subCategory) => (
            <PiiGroup
              key={subCategory.id}
              {...group}
              title={text(subCategory.name)}
              subCategory={subCategory}
              attributes={inside(subCategory.id)}
              adding={isAdding(subCategory.id)}
              onAdd={() => setAdding({ in: subCategory.id })}
              onRemoveGroup={() => setRemoving({ kind: 'subCategory', part: subCategory })}
            />
          ))}
        {empty && adding === null && (
          <EmptyState
            title={t('outline.empty')}
            body={t('outline.emptyBody')}
            action={
              canWrite && (
                <Button look="main" icon={<Plus />} onClick={() => setAdding({ in: null })}>
                  {t('outline.addAttribute')}
                </Button>
              )
            }
          />
        )}
        {wanted !== '' && matching.length === 0 && (
          <Text p="5" color="muted" role="status">
            {t('outline.noneFound', { query: find.trim() })}
          </Text>
        )}
      </Card>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        destructive
        title={
          removing
            ? t(`outline.${removing.kind === 'attribute' ? 'removeAttributeTitle' : 'removeSubCategoryTitle'}`, {
                name: text(removing.part.name),
              })
            : ''
        }
        body={
          removing
            ? t(`outline.${removing.kind === 'attribute' ? 'removeAttributeBody' : 'removeSubCategoryBody'}`)
            : ''
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
    </>
  );
}
