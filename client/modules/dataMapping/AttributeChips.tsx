import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { Button, chakra, Tag, useFormat, VisuallyHidden } from '../../ui/index.ts';

const DISPLAYED = 6;

export const ChipItem = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '1.5',
    minHeight: '6',
    maxWidth: 'full',
    borderRadius: 'control',
    textStyle: 'small',
    bg: 'subtle',
    color: 'ink',
    '&[data-sensitive]': { bg: 'warn.soft', color: 'warn.text' },
    '& svg': { flexShrink: 0 },
  },
});

/** Attributes of a mapping entry, sensitive ones first, marked by word and icon; the rest behind a button. */
export function AttributeChips({ attributes }: { attributes: MappedFlow['attributes'] }) {
  const { t } = useTranslation('dataMapping');
  const { text, number } = useFormat();
  const [open, setOpen] = useState(false);
  const sensitive = attributes.filter((attribute) => attribute.sensitive).length;
  // One or two more are displayed rather than hidden behind a button of the same size.
  const visible = open || attributes.length <= DISPLAYED + 2 ? attributes : attributes.slice(0, DISPLAYED);
  return (
    <chakra.ul display="flex" flexWrap="wrap" gap="1" listStyle="none">
      {sensitive > 0 && (
        <chakra.li display="inline-flex">
          <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
            {t('sensitiveCount', { number: number(sensitive) })}
          </Tag>
        </chakra.li>
      )}
      {visible.map((attribute) => (
        <ChipItem
          key={attribute.id}
          title={text(attribute.category.name)}
          {...(attribute.sensitive && { 'data-sensitive': '' })}
        >
          {attribute.sensitive && <ShieldAlert size={13} aria-hidden />}
          <span>
            {attribute.sensitive && <VisuallyHidden>{t('sensitive')}: </VisuallyHidden>}
            {text(attribute.name)}
          </span>
        </ChipItem>
      ))}
      {attributes.length > DISPLAYED + 2 && (
        <chakra.li display="inline-flex" alignItems="center" px="1">
          <Button look="text" textStyle="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('less') : t('more', { number: number(attributes.length - visible.length) })}
          </Button>
        </chakra.li>
      )}
    </chakra.ul>
  );
}
