import { useTranslation } from 'react-i18next';
import { chakra } from '../../ui/layout.tsx';

const Skip = chakra('a', {
  base: {
    position: 'absolute',
    insetInlineStart: '4',
    top: '2',
    zIndex: 'toast',
    px: '4',
    py: '2',
    bg: 'accent',
    color: 'accent.ink',
    borderRadius: 'control',
    transform: 'translateY(-200%)',
    '&:focus': { transform: 'none' },
  },
});

/** The first stop of the keyboard: skips bars and menus to the content. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <Skip
      href="#content"
      onClick={(event) => {
        // Focused by script: the address must not change under the router.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {t('skip')}
    </Skip>
  );
}
