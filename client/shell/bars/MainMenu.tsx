import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import { prefetchPath } from '../../routes.tsx';
import { useShellDialog } from '../dialogs/ShellDialogs.tsx';
import { usePath } from '../navigation.ts';
import { useSession } from '../session.tsx';
import { currentEntry, visibleMenu } from '../visibleMenu.ts';
import type { EntryState } from '../visibleMenu.ts';
import { useMenuName } from '../useMenuName.ts';

/** The menu of the signed-in person, and the position of the current page in it. */
export function useMenu() {
  const { standing } = useSession();
  const path = usePath();
  const menu = useMemo(() => visibleMenu(standing), [standing]);
  return { menu, current: useMemo(() => currentEntry(menu, path), [menu, path]) };
}

export interface EntryProps {
  path: string;
  state: EntryState;
  name: string;
  current: boolean;
  children: ReactNode;
  onOpen?: () => void;
}

/** One entry of a menu: a link, or, greyed, the way to have it. */
function Entry({ path, state, name, current, children, onOpen, ...looks }: EntryProps) {
  const { t } = useTranslation('shell');
  const open = useShellDialog();
  if (state === 'open') {
    return (
      <AppLink
        href={path}
        {...looks}
        {...(current && { 'aria-current': 'page' as const })}
        onClick={onOpen}
        onPointerEnter={() => void prefetchPath(path)}
        onFocus={() => void prefetchPath(path)}
      >
        {children}
      </AppLink>
    );
  }
  const reason = t(state === 'sale' ? 'nav.locked' : 'nav.off');
  return (
    <button
      type="button"
      {...looks}
      data-locked=""
      {...(current && { 'aria-current': 'page' as const })}
      aria-haspopup="dialog"
      title={reason}
      onClick={() => {
        onOpen?.();
        open(state === 'sale' ? { kind: 'sale', name } : { kind: 'support', name });
      }}
    >
      {children}
      <Lock size={13} aria-label={reason} />
    </button>
  );
}

/** An entry of the bars, with its style; the drawer has its own. */
export const MenuEntry = chakra(Entry, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    color: 'muted',
    textStyle: 'dense',
    transition: 'color 120ms ease-out, background-color 120ms ease-out',
    _hover: { color: 'ink' },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'accent.text', fontWeight: 'semibold' },
    '&[data-locked]': { color: 'muted', opacity: 0.85 },
    '& svg': { flexShrink: 0 },
  },
  variants: {
    in: {
      main: {
        px: '3',
        minHeight: '11',
        borderBottomWidth: '2px!',
        borderColor: 'transparent!',
        '&[aria-current]': { borderColor: 'accent!' },
      },
      strip: { px: '3', minHeight: '9', my: '1', borderRadius: 'control', '&[aria-current]': { bg: 'accent.soft' } },
      drawer: {
        width: 'full',
        px: '3',
        minHeight: '11',
        borderRadius: 'control',
        whiteSpace: 'normal',
        textAlign: 'start',
        '&[aria-current]': { bg: 'accent.soft' },
      },
    },
  },
});

const Bar = chakra('nav', { base: { bg: 'surface', borderBottomWidth: '1px' } });
const Line = chakra('ul', {
  base: {
    display: 'flex',
    listStyle: 'none',
    overflowX: 'auto',
    maxWidth: 'wide',
    mx: 'auto',
    px: { base: '1', xl: '3' },
    scrollbarWidth: 'thin',
  },
});

/** The main menu: one entry for each group, the current one marked. */
export function MainMenu() {
  const { t } = useTranslation('shell');
  const { t: menuText } = useTranslation('menu');
  const { menu, current } = useMenu();
  return (
    <Bar aria-label={t('nav.main')}>
      <Line>
        {menu.map((group) => {
          const name = menuText(`group.${group.id}`);
          return (
            <li key={group.id}>
              <MenuEntry
                in="main"
                path={group.path}
                state={group.state}
                name={name}
                current={group.id === current?.group.id}
              >
                {name}
              </MenuEntry>
            </li>
          );
        })}
      </Line>
    </Bar>
  );
}

/** The submenus of the current page's group. */
export function SubmenuStrip() {
  const { t } = useTranslation('shell');
  const { t: menuText } = useTranslation('menu');
  const itemName = useMenuName();
  const { current } = useMenu();
  if (!current) return null;
  return (
    <Bar bg="canvas" aria-label={t('nav.sub', { group: menuText(`group.${current.group.id}`) })}>
      <Line>
        {current.group.items.map((item) => {
          const name = itemName(item.id);
          return (
            <li key={item.id}>
              <MenuEntry
                in="strip"
                path={item.path}
                state={item.state}
                name={name}
                current={item.id === current.item?.id}
              >
                {name}
              </MenuEntry>
            </li>
          );
        })}
      </Line>
    </Bar>
  );
}
