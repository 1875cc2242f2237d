import { useTranslation } from 'react-i18next';
import { isColour } from '../../shared/colour.ts';
import { chakra } from '../ui/index.ts';
import { FieldFrame, Input, useField } from '../ui/form/index.ts';

const Swatch = chakra('input', {
  base: {
    boxSize: '10',
    flexShrink: 0,
    p: '1',
    bg: 'surface',
    borderWidth: '1px!',
    borderColor: 'line.strong!',
    borderRadius: 'control',
    cursor: 'pointer',
    _disabled: { cursor: 'not-allowed' },
    '&::-webkit-color-swatch-wrapper': { padding: 0 },
    '&::-webkit-color-swatch': { border: 'none', borderRadius: '3px' },
  },
});

/** `#abc` and `abcdef` as `#rrggbb`; any other text unchanged, for the schema to refuse. */
export function asHex(text: string): string {
  const bare = text.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{3}$/.test(bare)) return `#${[...bare].map((digit) => digit + digit).join('')}`;
  return /^[0-9a-f]{6}$/.test(bare) ? `#${bare}` : text.trim();
}

interface ColourFieldProps {
  name: string;
  label: string;
  help?: string;
  /** Called after a change by the user. */
  onChange?: () => void;
}

/**
 * A colour #rrggbb: the browser's picker beside its code.
 * @example <ColourField name="theme.text" label={t('field.text')} />
 */
export function ColourField({ name, label, help, onChange }: ColourFieldProps) {
  const { t } = useTranslation('embedScreen');
  const handle = useField<string>({ name, help });
  const change = (value: string) => {
    handle.set(value);
    onChange?.();
  };
  return (
    <FieldFrame label={label} help={help} handle={handle}>
      <chakra.div display="flex" gap="2">
        <Swatch
          type="color"
          disabled={handle.control.disabled}
          aria-label={t('colourPicker', { label })}
          value={isColour(handle.value) ? handle.value.toLowerCase() : '#000000'}
          onChange={(event) => change(event.target.value)}
          onBlur={handle.blur}
        />
        <Input
          {...handle.control}
          name={name}
          value={handle.value ?? ''}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          fontFamily="mono"
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            if (asHex(handle.value) !== handle.value) change(asHex(handle.value));
            handle.blur();
          }}
        />
      </chakra.div>
    </FieldFrame>
  );
}
