import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DPIA_LIMITS } from '../../../../../shared/dpia/content.ts';
import { randomId } from '../../../../embeds/kit/storage.ts';
import { FieldFrame, type FieldProps, Input, useField } from '../../../../ui/form/index.ts';
import { Button, chakra, Flex, IconButton } from '../../../../ui/index.ts';

interface Line {
  id: string;
  text: string;
}

export interface LinesFieldProps extends Omit<FieldProps, 'label' | 'placeholder'> {
  label: string;
  /** Values offered besides free text. */
  suggestions?: readonly string[];
  /** The maximum of lines. */
  limit?: number;
}

/** A list of short texts, each added with Enter; browser suggestions can be selected. */
export function LinesField({ suggestions = [], limit = DPIA_LIMITS.lines, ...field }: LinesFieldProps) {
  const { t } = useTranslation(['dpiaAssessment', 'ui']);
  const handle = useField<readonly Line[] | undefined>(field);
  const lines = handle.value ?? [];
  const { disabled } = handle.control;
  return (
    <chakra.div data-field={field.name} minWidth="0">
      <FieldFrame {...field} handle={handle}>
        {lines.length > 0 && (
          <chakra.ul listStyle="none" display="grid" gap="1.5">
            {lines.map((line, place) => (
              <chakra.li key={line.id} display="flex" gap="1" alignItems="center">
                <Input
                  dense
                  name={`${field.name}.${place}.text`}
                  aria-label={t('lines.entry', { field: field.label, number: place + 1 })}
                  value={line.text}
                  maxLength={1000}
                  disabled={disabled}
                  onChange={(event) =>
                    handle.set(lines.map((one) => (one.id === line.id ? { ...one, text: event.target.value } : one)))
                  }
                />
                <IconButton
                  size="sm"
                  label={t('ui:form.removeItem', { name: line.text })}
                  icon={<Trash2 aria-hidden />}
                  disabled={disabled}
                  onClick={() => handle.set(lines.filter((one) => one.id !== line.id))}
                />
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <AddLine
          label={field.label}
          control={handle.control}
          isFull={lines.length >= limit}
          suggestions={suggestions.filter((one) => lines.every(({ text }) => text !== one))}
          onAdd={(text) => {
            if (lines.every((line) => line.text !== text)) handle.set([...lines, { id: randomId(), text }]);
          }}
        />
      </FieldFrame>
    </chakra.div>
  );
}

interface AddLineProps {
  label: string;
  control: ReturnType<typeof useField>['control'];
  isFull: boolean;
  suggestions: readonly string[];
  onAdd: (text: string) => void;
}

function AddLine({ label, control, isFull, suggestions, onAdd }: AddLineProps) {
  const { t } = useTranslation('dpiaAssessment');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const disabled = control.disabled || isFull;
  const add = () => {
    const text = typed.trim();
    if (text === '' || disabled) return;
    onAdd(text);
    setTyped('');
  };
  return (
    <Flex gap="2">
      <Input
        dense
        {...control}
        list={suggestions.length > 0 ? listId : undefined}
        value={typed}
        maxLength={1000}
        autoComplete="off"
        disabled={disabled}
        placeholder={t('lines.add')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <Button
        size="sm"
        icon={<Plus aria-hidden />}
        disabled={disabled}
        aria-label={t('lines.addTo', { field: label })}
        onClick={add}
      >
        {t('lines.addShort')}
      </Button>
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </Flex>
  );
}
