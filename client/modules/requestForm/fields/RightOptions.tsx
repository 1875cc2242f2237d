import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OPTIONS_OF_RIGHT } from '../../../../shared/requestForm/schema.ts';
import type { Bilingual } from '../../../../shared/text.ts';
import { Input } from '../../../ui/form/index.ts';
import { Button, chakra, Flex, IconButton, Text, useFormat } from '../../../ui/index.ts';
import { LOCALES } from '../../../../shared/locale.ts';

interface RightOptionsProps {
  /** The name of the right. */
  name: string;
  /** Path of the options in the form values. */
  path: string;
  options: readonly Bilingual[];
  disabled: boolean;
  onChange: (options: Bilingual[]) => void;
}

/** Options that a data subject may tick below a right, five at most. Collapsed if there are none. */
export function RightOptions({ name, path, options, disabled, onChange }: RightOptionsProps) {
  const { t } = useTranslation('requestForm');
  const { number } = useFormat();
  // Only the initial state: afterwards the user controls it.
  const [startsOpen] = useState(options.length > 0);
  const swap = (at: number) =>
    onChange([...options.slice(0, at), options[at + 1]!, options[at]!, ...options.slice(at + 2)]);
  return (
    <chakra.details textStyle="dense" {...(startsOpen && { open: true })}>
      <chakra.summary cursor="pointer" color="muted" borderRadius="control" py="0.5">
        {t('right.optionsOf', { name, number: number(options.length) })}
      </chakra.summary>
      <Text textStyle="dense" color="muted" my="1.5">
        {t('right.optionsHelp', { limit: OPTIONS_OF_RIGHT })}
      </Text>
      <chakra.ol listStyle="none" display="grid" gap="3">
        {options.map((option, place) => (
          <Option
            // Options have no ids: they are referred to by their positions.
            key={`${path}.${place}`}
            rightName={name}
            path={`${path}.${place}`}
            place={place}
            last={place === options.length - 1}
            option={option}
            disabled={disabled}
            onChange={(changed) => onChange(options.map((one, at) => (at === place ? changed : one)))}
            onMove={(by) => swap(by < 0 ? place - 1 : place)}
            onRemove={() => onChange(options.filter((_, at) => at !== place))}
          />
        ))}
      </chakra.ol>
      {options.length < OPTIONS_OF_RIGHT && (
        <Button
          size="sm"
          mt="2"
          icon={<Plus aria-hidden />}
          disabled={disabled}
          aria-label={`${t('right.addOption')}: ${name}`}
          onClick={() => onChange([...options, { th: '', en: '' }])}
        >
          {t('right.addOption')}
        </Button>
      )}
    </chakra.details>
  );
}

interface OptionProps {
  rightName: string;
  path: string;
  place: number;
  last: boolean;
  option: Bilingual;
  disabled: boolean;
  onChange: (option: Bilingual) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function Option({ rightName, path, place, last, option, disabled, onChange, onMove, onRemove }: OptionProps) {
  const { t } = useTranslation(['requestForm', 'ui']);
  const label = t('right.option', { number: place + 1 });
  return (
    <chakra.li data-field={path} display="grid" gap="1.5">
      <Flex align="center" gap="1">
        <chakra.span flex="1" color="muted">
          {label}
        </chakra.span>
        <IconButton
          size="sm"
          label={t('ui:form.moveUp', { name: label })}
          icon={<ArrowUp aria-hidden />}
          disabled={disabled || place === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          label={t('ui:form.moveDown', { name: label })}
          icon={<ArrowDown aria-hidden />}
          disabled={disabled || last}
          onClick={() => onMove(1)}
        />
        <IconButton
          size="sm"
          label={t('ui:form.removeItem', { name: label })}
          icon={<Trash2 aria-hidden />}
          disabled={disabled}
          onClick={onRemove}
        />
      </Flex>
      <chakra.div
        display="grid"
        gap="2"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      >
        {LOCALES.map((locale) => {
          const language = t(locale === 'th' ? 'ui:thai' : 'ui:english');
          return (
            <Input
              key={locale}
              dense
              lang={locale}
              name={`${path}.${locale}`}
              maxLength={200}
              autoComplete="off"
              placeholder={language}
              aria-label={t('right.optionIn', { option: label, language, name: rightName })}
              value={option[locale]}
              disabled={disabled}
              onChange={(event) => onChange({ ...option, [locale]: event.target.value })}
            />
          );
        })}
      </chakra.div>
    </chakra.li>
  );
}
