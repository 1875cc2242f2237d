import { chakra } from '@chakra-ui/react';

const Key = chakra('kbd', {
  base: {
    display: 'inline-block',
    minWidth: '1.6em',
    px: '1.5',
    fontFamily: 'body',
    fontSize: 'xs',
    lineHeight: '1.5rem',
    textAlign: 'center',
    color: 'muted',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: '4px',
  },
});

/** Whether shortcuts use ⌘ instead of Ctrl. */
const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys to press; `mod` becomes ⌘ or Ctrl. @example <Kbd keys={['mod', 'K']} /> */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <chakra.span display="inline-flex" gap="1" whiteSpace="nowrap">
      {keys.map((key) => (
        <Key key={key}>{key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key}</Key>
      ))}
    </chakra.span>
  );
}
