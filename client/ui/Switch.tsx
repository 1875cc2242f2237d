import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

const Track = chakra('button', {
  base: {
    position: 'relative',
    flexShrink: 0,
    width: '44px',
    height: '26px',
    borderRadius: 'full',
    borderWidth: '1px!',
    borderColor: 'line.strong!',
    bg: 'subtle',
    cursor: 'pointer',
    transition: 'background-color 120ms ease-out',
    '&[aria-checked=true]': { bg: 'accent', borderColor: 'accent!' },
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
  },
});

const Thumb = chakra('span', {
  base: {
    position: 'absolute',
    top: '2px',
    left: '2px',
    boxSize: '20px',
    borderRadius: 'full',
    display: 'grid',
    placeItems: 'center',
    transition: 'transform 120ms ease-out',
    '& svg': { boxSize: '14px', strokeWidth: 3 },
  },
});

export interface SwitchProps extends Omit<ComponentProps<typeof Track>, 'onChange'> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/**
 * A switch with immediate effect, 44 × 26 px. Needs `aria-label` or `aria-labelledby`.
 * @example <Switch checked={row.active} onCheckedChange={setActive} aria-label={t('active')} />
 */
export function Switch({ checked, onCheckedChange, ...rest }: SwitchProps) {
  return (
    <Track type="button" role="switch" aria-checked={checked} onClick={() => onCheckedChange(!checked)} {...rest}>
      <Thumb
        bg={checked ? 'accent.ink' : 'line.strong'}
        color="accent"
        css={{ transform: checked ? 'translateX(18px)' : 'none' }}
      >
        {checked && <Check aria-hidden />}
      </Thumb>
    </Track>
  );
}
