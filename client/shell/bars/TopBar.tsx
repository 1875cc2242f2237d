import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { chakra } from '../../ui/layout.tsx';
import { useIsSmall } from '../../ui/useMediaQuery.ts';
import { Bell } from './Bell.tsx';
import { Brand } from './Brand.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { UserMenu } from './UserMenu.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const Bar = chakra('header', { base: { bg: 'surface', borderBottomWidth: '1px' } });
const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '1', md: '2' },
    maxWidth: 'wide',
    mx: 'auto',
    minHeight: '14',
    px: { base: '2', md: '4', xl: '6' },
  },
});

/** Brand, workspace, search, language, bell and user; on small screens the hamburger menu contains most of them. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('shell');
  const small = useIsSmall();
  return (
    <Bar>
      <Line>
        {small && <MobileMenu />}
        <Brand />
        {small ? null : <WorkspaceMenu />}
        <chakra.span flex="1" />
        {small ? (
          <IconButton label={t('palette.open')} noTooltip icon={<Search aria-hidden />} onClick={onSearch} />
        ) : (
          <Button
            look="plain"
            size="sm"
            icon={<Search aria-hidden />}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onSearch}
            color="muted"
            fontWeight="normal"
          >
            {/* In narrow bars the text is only for screen readers. */}
            <chakra.span
              position={{ base: 'absolute', xl: 'static' }}
              width={{ base: '1px', xl: 'auto' }}
              overflow="hidden"
              clipPath={{ base: 'inset(50%)', xl: 'none' }}
              pe={{ xl: '4' }}
            >
              {t('nav.search')}
            </chakra.span>
            <span aria-hidden>
              <Kbd keys={['mod', 'K']} />
            </span>
          </Button>
        )}
        {!small && <LanguageMenu />}
        <Bell />
        {!small && <UserMenu />}
      </Line>
    </Bar>
  );
}
