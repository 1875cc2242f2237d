import { FolderPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PiiAttribute, PiiCategoryDetail } from '../../../shared/piiCategory/schema.ts';
import { Box, Button, Card, EmptyState, Text, useFormat } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import { AddPart } from './AddPart.tsx';
import { PiiGroup } from './PiiGroup.tsx';
import { RemovePart, type Removing } from './RemovePart.tsx';

/** The number of attributes from which a search field is displayed. */
const SEARCHED_FROM = 12;

/** What is being added: a sub-category, or an attribute of one (`null`: without a sub-category). */
type Adding = 'subCategory' | { in: string | null } | null;

/** The sub-categories of a category with their attributes; both are added inline. */
export function PiiOutline({ record, canWrite }: { record: PiiCategoryDetail; canWrite: boolean }) {
  const { t } = useTranslation('piiCategory');
  const [find, setFind] = useState('');
  const [adding, setAdding] = useState<Adding>(null);
  const [removing, setRemoving] = useState<Removing | null>(null);

  const wanted = find.trim().toLocaleLowerCase();
  const matching = record.attributes.filter(({ name }) => `${name.th} ${name.en}`.toLocaleLowerCase().includes(wanted));
  const empty = record.attributes.length === 0 && record.subCategories.length === 0;

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
        <Groups
          {...{ record, canWrite, adding }}
          attributes={matching}
          narrowed={wanted !== ''}
          onAdding={setAdding}
          onRemove={setRemoving}
        />
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
      <RemovePart removing={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

interface GroupsProps {
  record: PiiCategoryDetail;
  /** The attributes to list. */
  attributes: readonly PiiAttribute[];
  /** Whether the list is filtered: a sub-category without matches is left out. */
  narrowed: boolean;
  canWrite: boolean;
  adding: Adding;
  onAdding: (adding: Adding) => void;
  onRemove: (removing: Removing) => void;
}

/** Attributes without a sub-category, then each sub-category with its attributes. */
function Groups({ record, attributes, narrowed, canWrite, adding, onAdding, onRemove }: GroupsProps) {
  const { t } = useTranslation('piiCategory');
  const { text } = useFormat();
  const inside = (subCategoryId: string | null) =>
    attributes.filter((attribute) => attribute.piiSubCategoryId === subCategoryId);
  const direct = inside(null);
  const isAdding = (subCategoryId: string | null) =>
    adding !== null && adding !== 'subCategory' && adding.in === subCategoryId;
  const group = {
    piiCategoryId: record.id,
    sensitive: record.sensitive,
    canWrite,
    onRemove: (part: PiiAttribute) => onRemove({ kind: 'attribute', part }),
    onClose: () => onAdding(null),
  };
  return (
    <>
      {(direct.length > 0 || isAdding(null)) && (
        <PiiGroup
          {...group}
          title={record.subCategories.length > 0 ? t('outline.direct') : null}
          subCategory={null}
          attributes={direct}
          adding={isAdding(null)}
          onAdd={() => onAdding({ in: null })}
        />
      )}
      {record.subCategories
        .filter((subCategory) => !narrowed || inside(subCategory.id).length > 0)
        .map((subCategory) => (
          <PiiGroup
            key={subCategory.id}
            {...group}
            title={text(subCategory.name)}
            subCategory={subCategory}
            attributes={inside(subCategory.id)}
            adding={isAdding(subCategory.id)}
            onAdd={() => onAdding({ in: subCategory.id })}
            onRemoveGroup={() => onRemove({ kind: 'subCategory', part: subCategory })}
          />
        ))}
    </>
  );
}
