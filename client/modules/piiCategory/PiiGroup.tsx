import { Plus, ShieldAlert, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PiiAttribute, PiiSubCategory } from '../../../shared/piiCategory/schema.ts';
import { chakra, IconButton, Tag, Text, Tooltip, useFormat, useLocale } from '../../ui/index.ts';
import { AddPart } from './AddPart.tsx';

interface Props {
  piiCategoryId: string;
  sensitive: boolean;
  canWrite: boolean;
  /** Name of the sub-category; null if the category has no sub-categories. */
  title: string | null;
  subCategory: PiiSubCategory | null;
  attributes: readonly PiiAttribute[];
  adding: boolean;
  onAdd: () => void;
  onClose: () => void;
  onRemove: (attribute: PiiAttribute) => void;
  onRemoveGroup?: (() => void) | undefined;
}

/** One sub-category with its attributes, in as many columns as fit. */
export function PiiGroup(props: Props) {
  const { title, subCategory, attributes, canWrite, adding, onAdd, onRemoveGroup } = props;
  const { t } = useTranslation('piiCategory');
  return (
    <chakra.section aria-label={title ?? t('outline.title')} css={{ '& + &': { borderTopWidth: '1px' } }}>
      {title !== null && (
        <GroupHead {...{ title, subCategory, canWrite, onAdd, onRemoveGroup }} count={attributes.length} />
      )}
      {adding && (
        <AddPart
          piiCategoryId={props.piiCategoryId}
          part={{ kind: 'attribute', subCategoryId: subCategory?.id ?? null, sensitive: props.sensitive }}
          label={subCategory && title ? t('outline.addAttributeTo', { name: title }) : t('outline.addAttribute')}
          onClose={props.onClose}
        />
      )}
      {attributes.length === 0 && !adding ? (
        <Text px={{ base: '4', md: '5' }} py="3" textStyle="dense" color="muted">
          {t('outline.emptyGroup')}
        </Text>
      ) : (
        <chakra.ul
          listStyle="none"
          display="grid"
          columnGap="6"
          px={{ base: '4', md: '5' }}
          py="1.5"
          gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 19rem), 1fr))"
        >
          {attributes.map((attribute) => (
            <Attribute
              key={attribute.id}
              attribute={attribute}
              marked={attribute.sensitive !== props.sensitive}
              canWrite={canWrite}
              onRemove={props.onRemove}
            />
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  );
}

interface GroupHeadProps extends Pick<Props, 'subCategory' | 'canWrite' | 'onAdd' | 'onRemoveGroup'> {
  title: string;
  /** The number of its attributes. */
  count: number;
}

/** Name of a group, and the actions on its sub-category. */
function GroupHead({ title, subCategory, count, canWrite, onAdd, onRemoveGroup }: GroupHeadProps) {
  const { t } = useTranslation('piiCategory');
  const { number } = useFormat();
  const own = subCategory && !subCategory.builtIn;
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      gap="2"
      px={{ base: '4', md: '5' }}
      py="1"
      minHeight="11"
      bg="subtle"
      borderBottomWidth="1px"
    >
      <chakra.h3 flex="1" minWidth="0" textStyle="dense" fontWeight="semibold" overflowWrap="anywhere">
        {title}{' '}
        <chakra.span fontWeight="normal" color="muted" data-numeric>
          {t('outline.count', { number: number(count) })}
        </chakra.span>
      </chakra.h3>
      {own && <Tag>{t('custom')}</Tag>}
      {canWrite && subCategory && (
        <IconButton size="sm" label={t('outline.addAttributeTo', { name: title })} icon={<Plus />} onClick={onAdd} />
      )}
      {canWrite && own && (
        <RemoveButton
          name={title}
          refusal={subCategory.attributeCount > 0 ? t('outline.subCategoryFull') : null}
          onRemove={onRemoveGroup}
        />
      )}
    </chakra.header>
  );
}

/** Removes a part; if that is not possible, the button says why. */
function RemoveButton({
  name,
  refusal,
  onRemove,
}: {
  name: string;
  refusal: string | null;
  onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('piiCategory');
  return (
    <IconButton
      size="sm"
      label={refusal ?? t('outline.remove', { name })}
      icon={<Trash2 />}
      aria-disabled={refusal !== null}
      opacity={refusal === null ? 1 : 0.45}
      onClick={() => refusal === null && onRemove?.()}
    />
  );
}

/** `marked`: its sensitivity differs from that of its category and is displayed beside it. */
function Attribute({
  attribute,
  marked,
  canWrite,
  onRemove,
}: {
  attribute: PiiAttribute;
  marked: boolean;
  canWrite: boolean;
  onRemove: (attribute: PiiAttribute) => void;
}) {
  const { t } = useTranslation('piiCategory');
  const { text, number } = useFormat();
  const locale = useLocale();
  const name = text(attribute.name);
  const other = locale === 'th' ? attribute.name.en : attribute.name.en && attribute.name.th;
  const used = attribute.uses > 0;
  return (
    <chakra.li display="flex" alignItems="center" gap="2" minHeight="11" py="1" textStyle="dense">
      <chakra.div flex="1" minWidth="0" overflowWrap="anywhere">
        {name}
        {other && (
          <chakra.span display="block" textStyle="small" color="muted" lang={locale === 'th' ? 'en' : 'th'}>
            {other}
          </chakra.span>
        )}
        {text(attribute.description) && (
          <chakra.span display="block" textStyle="small" color="muted">
            {text(attribute.description)}
          </chakra.span>
        )}
      </chakra.div>
      {marked &&
        (attribute.sensitive ? (
          <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
            {t('outline.sensitive')}
          </Tag>
        ) : (
          <Tag>{t('plain')}</Tag>
        ))}
      {used && (
        <Tooltip content={t('outline.usesHelp')}>
          <chakra.span tabIndex={0} textStyle="small" color="muted" whiteSpace="nowrap" data-numeric>
            {t('outline.uses', { count: attribute.uses, number: number(attribute.uses) })}
          </chakra.span>
        </Tooltip>
      )}
      {canWrite && !attribute.builtIn && (
        <RemoveButton name={name} refusal={used ? t('outline.inUse') : null} onRemove={() => onRemove(attribute)} />
      )}
    </chakra.li>
  );
}
