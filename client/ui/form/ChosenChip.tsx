import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../Button.tsx';

const Chip = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    ps: '2.5',
    pe: '0.5',
    minHeight: '8',
    maxWidth: 'full',
    bg: 'accent.soft',
    color: 'accent.text',
    borderRadius: 'control',
    textStyle: 'dense',
    '&[data-warn]': { bg: 'warn.soft', color: 'warn.text' },
    '& svg': { flexShrink: 0 },
  },
});

export interface ChosenChipProps {
  /** In warning colours. */
  warn?: boolean;
  disabled: boolean;
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A chosen item in a list, with a button that removes it. */
export function ChosenChip({ warn = false, disabled, removeLabel, onRemove, children }: ChosenChipProps) {
  return (
    <Chip {...(warn && { 'data-warn': '' })}>
      {children}
      <IconButton
        size="sm"
        boxSize="7"
        minHeight="7"
        noTooltip
        disabled={disabled}
        label={removeLabel}
        icon={<X aria-hidden />}
        onClick={onRemove}
      />
    </Chip>
  );
}
