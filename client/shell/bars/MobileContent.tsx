import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { AppLink } from '../../ui/Link.tsx';
import { chakra } from '../../ui/layout.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';
import { useMenuName } from '../useMenuName.ts';
import type { CurrentEntry, VisibleGroup } from '../visibleMenu.ts';
import { LanguageButtons } from './LanguageMenu.tsx';
import { MenuEntry, useMenu } from './MainMenu.tsx';
import { useAccountItems, WhoIsIn } from './UserMenu.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const GroupButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    width: 'full',
    px: '3',
    minHeight: '11',
    textAlign: 'start',
    fontWeight: 'semibold',
    borderRadius: 'control',
    cursor: 'pointer',
    _hover: { bg: 'subtle' },
    '& svg': { ms: 'auto', color: 'muted', transition: 'transform 120ms ease-out' },
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  },
});

/** Language, workspace, the collapsible groups and the user menu, one below the other. */
export default function MobileContent({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('shell');
  const { menu, current } = useMenu();
  const items = useAccountItems();
  return (
    <chakra.div display="grid" gap="4" mx="-2">
      <LanguageButtons onChosen={onChosen} />
      <WorkspaceMenu block onChosen={onChosen} />
      <nav aria-label={t('nav.main')}>
        <chakra.ul listStyle="none" display="grid" gap="1">
          {menu.map((group) => (
            <Group
              key={group.id}
              group={group}
              current={group.id === current?.group.id ? current : null}
              onChosen={onChosen}
            />
          ))}
        </chakra.ul>
      </nav>
      <chakra.div borderTopWidth="1px" pt="3">
        <WhoIsIn />
        <chakra.ul listStyle="none">
          {items.map((item) => (
            <li key={item.key}>
              <AccountEntry item={item} onChosen={onChosen} />
            </li>
          ))}
        </chakra.ul>
      </chakra.div>
    </chakra.div>
  );
}

function Group({
  group,
  current,
  onChosen,
}: {
  group: VisibleGroup;
  /** The place of the displayed page, where it is in this group. */
  current: CurrentEntry | null;
  onChosen: () => void;
}) {
  const { t } = useTranslation('menu');
  const itemName = useMenuName();
  const [open, setOpen] = useState(current !== null);
  const id = `menu-${group.id}`;
  return (
    <li>
      <GroupButton type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t(`group.${group.id}`)}
        <ChevronDown size={18} aria-hidden />
      </GroupButton>
      <chakra.ul id={id} listStyle="none" ps="3" hidden={!open}>
        {group.items.map((item) => {
          const name = itemName(item.id);
          return (
            <li key={item.id}>
              <MenuEntry
                in="drawer"
                path={item.path}
                state={item.state}
                name={name}
                current={item.id === current?.item?.id}
                onOpen={onChosen}
              >
                {name}
              </MenuEntry>
            </li>
          );
        })}
      </chakra.ul>
    </li>
  );
}

function AccountEntry({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const looks = {
    look: 'quiet',
    block: true,
    justifyContent: 'flex-start',
    px: '3',
    minHeight: '11',
    fontWeight: 'normal',
    icon: item.icon,
  } as const;
  const outside = item.href && /^https?:/.test(item.href);
  const press = () => {
    // A colour mode leaves the menu open, so that its effect is visible.
    if (item.current === undefined) onChosen();
    item.onSelect?.();
  };
  if (!item.href) {
    return (
      <Button
        {...looks}
        onClick={press}
        {...(item.current !== undefined && {
          'aria-pressed': item.current,
          fontWeight: item.current ? 'semibold' : 'normal',
        })}
      >
        {item.label}
      </Button>
    );
  }
  return (
    <chakra.span
      display="block"
      css={{
        '& > a': {
          display: 'flex',
          alignItems: 'center',
          gap: '2',
          paddingInline: '12px',
          minHeight: '44px',
          borderRadius: '6px',
        },
        '& svg': { width: '1.15em', height: '1.15em' },
      }}
    >
      <AppLink href={item.href} onClick={press} {...(outside && { target: '_blank' })}>
        {item.icon}
        {item.label}
      </AppLink>
    </chakra.span>
  );
}
