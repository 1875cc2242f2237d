import { ShieldAlert, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MappedFlow } from '../../../../shared/dataMapping/schema.ts';
import { Box, Button, chakra, IconButton, useFormat, VisuallyHidden } from '../../../ui/index.ts';
import { FieldFrame, useField } from '../../../ui/form/index.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { ChipItem } from '../AttributeChips.tsx';
import { useDirectory } from '../directory.tsx';
import { AttributePicker } from './AttributePicker.tsx';

/**
 * What is collected: a searchable tree of categories, whole categories selectable at once, the purpose's own categories
 * first.
 */
export function AttributeField() {
  const { t } = useTranslation('dataMapping');
  const { attribute } = useDirectory();
  const handle = useField<string[]>({ name: 'attributeIds', required: true });
  // Receives the focus when the pressed element is removed.
  const search = useRef<HTMLInputElement>(null);
  const chosen = handle.value
    .flatMap((id) => attribute(id) ?? [])
    .toSorted((a, b) => Number(b.sensitive) - Number(a.sensitive));
  const put = (ids: readonly string[], on: boolean) =>
    handle.set(on ? [...new Set([...handle.value, ...ids])] : handle.value.filter((id) => !ids.includes(id)));

  return (
    <FieldAnchor name="attributeIds">
      <FieldFrame label={t('attributes.label')} required handle={handle} group>
        <ChosenAttributes
          attributes={chosen}
          disabled={handle.control.disabled}
          onClear={() => {
            handle.set([]);
            search.current?.focus();
          }}
          onRemove={(id) => {
            put([id], false);
            search.current?.focus({ preventScroll: true });
          }}
        />
        <AttributePicker handle={handle} search={search} onChange={put} />
      </FieldFrame>
    </FieldAnchor>
  );
}

interface ChosenAttributesProps {
  attributes: MappedFlow['attributes'];
  disabled: boolean;
  onClear: () => void;
  onRemove: (id: string) => void;
}

/** The current selection, sensitive attributes first. */
function ChosenAttributes({ attributes, disabled, onClear, onRemove }: ChosenAttributesProps) {
  const { t } = useTranslation('dataMapping');
  const { text, number } = useFormat();
  if (attributes.length === 0) return null;
  const sensitive = attributes.filter((one) => one.sensitive).length;
  return (
    <Box display="grid" gap="1.5">
      <Box display="flex" flexWrap="wrap" gap="2" alignItems="center" textStyle="dense" color="muted">
        <span role="status">
          {t(sensitive > 0 ? 'attributes.chosenSensitive' : 'attributes.chosen', {
            number: number(attributes.length),
            sensitive: number(sensitive),
          })}
        </span>
        <Button look="text" textStyle="dense" disabled={disabled} onClick={onClear}>
          {t('attributes.clear')}
        </Button>
      </Box>
      <chakra.ul display="flex" flexWrap="wrap" gap="1" listStyle="none" maxHeight="7.5rem" overflowY="auto">
        {attributes.map((one) => (
          <ChipItem key={one.id} pe="0" {...(one.sensitive && { 'data-sensitive': '' })}>
            {one.sensitive && <ShieldAlert size={13} aria-hidden />}
            <span>
              {one.sensitive && <VisuallyHidden>{t('sensitive')}: </VisuallyHidden>}
              {text(one.name)}
            </span>
            <IconButton
              size="sm"
              boxSize="6"
              minHeight="6"
              noTooltip
              disabled={disabled}
              label={t('attributes.remove', { name: text(one.name) })}
              icon={<X aria-hidden />}
              onClick={() => onRemove(one.id)}
            />
          </ChipItem>
        ))}
      </chakra.ul>
    </Box>
  );
}
