import { ChevronRight, ShieldAlert } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { useCan } from '../../../shell/session.tsx';
import { Box, chakra, Link, Tag, Text, useFormat } from '../../../ui/index.ts';
import { CheckboxInput } from '../../../ui/form/index.ts';
import { type FoundCategory, withoutSensitive } from './attributeSearch.ts';

interface CategoryBranchProps extends FoundCategory {
  chosen: ReadonlySet<string>;
  disabled: boolean;
  startsOpen: boolean;
  onChange: (ids: readonly string[], on: boolean) => void;
}

const Twist = chakra('button', {
  base: {
    display: 'flex',
    flex: '1',
    minWidth: '0',
    gap: '2',
    alignItems: 'center',
    minHeight: '9',
    px: '1',
    borderRadius: 'control',
    textAlign: 'start',
    cursor: 'pointer',
    textStyle: 'dense',
    _hover: { bg: 'subtle' },
    '& > svg:last-child': { transition: 'transform 120ms ease-out' },
    '&[aria-expanded=true] > svg:last-child': { transform: 'rotate(90deg)' },
  },
});

/**
 * One category: a checkbox for all of it, and its attributes by sub-category when expanded. The checkbox of a general
 * category does not select its sensitive attributes.
 */
export function CategoryBranch({ category, attributes, chosen, disabled, startsOpen, onChange }: CategoryBranchProps) {
  const { t } = useTranslation('dataMapping');
  const { text, number } = useFormat();
  const id = useId();
  const canAdd = useCan('piiCategory.write');
  const [turned, setTurned] = useState<boolean | null>(null);
  const open = turned ?? startsOpen;
  const ids = attributes.map((attribute) => attribute.id);
  const count = ids.filter((one) => chosen.has(one)).length;
  const boxed = (category.sensitive ? attributes : withoutSensitive(attributes)).map((attribute) => attribute.id);
  const isFull = boxed.length > 0 && boxed.every((one) => chosen.has(one));
  const checkbox = useIndeterminate(count > 0 && !isFull);
  const parts = [{ id: null, name: null }, ...category.subCategories]
    .map((part) => ({ ...part, attributes: attributes.filter(({ subCategoryId }) => subCategoryId === part.id) }))
    .filter((part) => part.attributes.length > 0);

  return (
    <Box>
      <Box display="flex" alignItems="center" gap="1.5" ps="3" pe="1.5">
        <CheckboxInput
          ref={checkbox}
          type="checkbox"
          disabled={disabled || boxed.length === 0}
          aria-label={t('attributes.all', { name: text(category.name) })}
          checked={isFull}
          onChange={() => onChange(isFull ? ids : boxed, !isFull)}
        />
        <Twist type="button" aria-expanded={open} aria-controls={id} onClick={() => setTurned(!open)}>
          <chakra.span flex="1" minWidth="0" fontWeight={count > 0 ? 'semibold' : 'normal'}>
            {text(category.name)}
          </chakra.span>
          {category.sensitive && (
            <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
              {t('sensitive')}
            </Tag>
          )}
          {!category.active && <Tag>{t('attributes.inactive')}</Tag>}
          <chakra.span
            textStyle="small"
            color={count > 0 ? 'accent.text' : 'muted'}
            data-numeric=""
            whiteSpace="nowrap"
          >
            {t('attributes.count', { chosen: number(count), total: number(ids.length) })}
          </chakra.span>
          <ChevronRight size={16} aria-hidden />
        </Twist>
      </Box>
      {open && (
        <Box id={id} ps="10" pe="3" pb="2">
          {ids.length === 0 && (
            <Text textStyle="dense" color="muted">
              {t('attributes.emptyCategory')}{' '}
              {canAdd && (
                <Link href={recordAddress('piiCategory', category.id)} target="_blank">
                  {t('attributes.openCategory')}
                </Link>
              )}
            </Text>
          )}
          {parts.map((part) => (
            <Box key={part.id ?? 'own'} {...(part.name && { role: 'group', 'aria-label': text(part.name), mt: '1' })}>
              {part.name && (
                <Text textStyle="small" color="muted">
                  {text(part.name)}
                </Text>
              )}
              <AttributeBoxes
                attributes={part.attributes}
                marked={!category.sensitive}
                chosen={chosen}
                disabled={disabled}
                onChange={onChange}
              />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

interface AttributeBoxesProps extends Pick<CategoryBranchProps, 'attributes' | 'chosen' | 'disabled' | 'onChange'> {
  /** Whether sensitive attributes are marked individually, because the category itself is not. */
  marked: boolean;
}

function AttributeBoxes({ attributes, marked, chosen, disabled, onChange }: AttributeBoxesProps) {
  const { t } = useTranslation('dataMapping');
  const { text } = useFormat();
  return (
    <chakra.div
      display="grid"
      columnGap="4"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      {attributes.map((attribute) => (
        <chakra.label
          key={attribute.id}
          display="flex"
          gap="2"
          alignItems="center"
          minHeight="8"
          cursor="pointer"
          textStyle="dense"
        >
          <CheckboxInput
            type="checkbox"
            boxSize="18px"
            disabled={disabled}
            checked={chosen.has(attribute.id)}
            onChange={() => onChange([attribute.id], !chosen.has(attribute.id))}
          />
          <chakra.span minWidth="0" overflowWrap="anywhere">
            {text(attribute.name)}
            {text(attribute.description) && (
              <chakra.span display="block" textStyle="small" color="muted">
                {text(attribute.description)}
              </chakra.span>
            )}
            {attribute.sensitive && marked && (
              <chakra.span color="warn.text" textStyle="small" ms="1.5" whiteSpace="nowrap">
                <ShieldAlert size={13} aria-hidden style={{ display: 'inline', verticalAlign: '-2px' }} />{' '}
                {t('sensitive')}
              </chakra.span>
            )}
          </chakra.span>
        </chakra.label>
      ))}
    </chakra.div>
  );
}

/** Sets the indeterminate state of a checkbox; HTML has no attribute for it. */
function useIndeterminate(some: boolean): RefObject<HTMLInputElement | null> {
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = some;
  }, [some]);
  return checkbox;
}
