import { Check } from 'lucide-react';
import { chakra } from '../../../ui/index.ts';

const Pick = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '2.5',
    minHeight: '8',
    borderRadius: 'full',
    borderWidth: '1px!',
    borderColor: 'line.strong!',
    bg: 'surface',
    textStyle: 'dense',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'subtle' },
    '&[aria-pressed=true]': { bg: 'accent.soft', color: 'accent.text', borderColor: 'accent!' },
  },
});

/** Buttons for likely choices. */
export function QuickPicks({
  label,
  group,
  options,
  value,
  onPick,
}: {
  label: string | undefined;
  group: string;
  options: readonly { id: string; label: string }[];
  value: string | null;
  onPick: (id: string) => void;
}) {
  if (options.length === 0) return null;
  return (
    <chakra.div
      role="group"
      aria-label={label ? `${group} · ${label}` : group}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="1.5"
    >
      {label && (
        <chakra.span textStyle="small" color="muted" me="0.5">
          {label}
        </chakra.span>
      )}
      {options.map((option) => (
        <Pick key={option.id} type="button" aria-pressed={option.id === value} onClick={() => onPick(option.id)}>
          {option.id === value && <Check size={14} aria-hidden />}
          {option.label}
        </Pick>
      ))}
    </chakra.div>
  );
}
