import {
  Activity,
  BookOpen,
  FileUser,
  GitPullRequestArrow,
  Keyboard,
  KeyRound,
  LifeBuoy,
  LogOut,
  Mail,
  Monitor,
  Moon,
  ShieldUser,
  Sun,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { colorMode, setColorMode } from '../../colorMode.ts';
import type { ColorMode } from '../../colorMode.ts';
import { loadDeferredTexts } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { chakra } from '../../ui/layout.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/Menu.tsx';
import { useShellDialog } from '../dialogs/ShellDialogs.tsx';
import { Avatar } from '../Avatar.tsx';
import { useSession } from '../session.tsx';
import { useMenuName } from '../useMenuName.ts';
import { accountMenu } from '../visibleMenu.ts';
import type { AccountItemId } from '../visibleMenu.ts';

const ICONS: Record<Exclude<AccountItemId, 'workspaces'>, ReactNode> = {
  admins: <ShieldUser aria-hidden />,
  approvalLine: <GitPullRequestArrow aria-hidden />,
  activityLogs: <Activity aria-hidden />,
};
const MODES: readonly (readonly [ColorMode, ReactNode])[] = [
  ['light', <Sun key="light" aria-hidden />],
  ['dark', <Moon key="dark" aria-hidden />],
  ['system', <Monitor key="system" aria-hidden />],
];

/**
 * What modules display beside their entries, by the folders of those, which have the names of the entries: fetched when
 * the dropdown is opened, since only then it is rendered.
 */
const NOTES = new Map(
  Object.entries(import.meta.glob<{ default: ComponentType }>('../../modules/*/MenuNote.tsx')).map(([path, load]) => [
    path.split('/').at(-2),
    lazyScreen(async () => {
      const [part] = await Promise.all([load(), loadDeferredTexts()]);
      return part;
    }),
  ]),
);

/** The entries of the user dropdown, by role, tier and variant; the same on small screens. */
export function useAccountItems(): MenuItem[] {
  const { t } = useTranslation('shell');
  const name = useMenuName();
  const { standing, config } = useSession();
  const open = useShellDialog();
  const [mode, setMode] = useState(colorMode);
  const pages = accountMenu(standing).flatMap(({ id, path }) => {
    if (id === 'workspaces') return [];
    const Note = NOTES.get(id);
    const label = Note ? (
      <Suspense fallback={name(id)}>
        {name(id)} <Note />
      </Suspense>
    ) : (
      name(id)
    );
    return [{ key: id, label, icon: ICONS[id], href: path }];
  });
  const devMails = config.devMail && standing.role === 'Admin';
  const items: MenuItem[] = [
    ...pages,
    ...(config.manualUrl
      ? [{ key: 'manual', label: t('user.manual'), icon: <BookOpen aria-hidden />, href: config.manualUrl }]
      : []),
    ...(devMails
      ? [{ key: 'mails', label: t('user.mails'), icon: <Mail aria-hidden />, href: pageAddress('mails') }]
      : []),
    {
      key: 'password',
      label: t('user.password'),
      icon: <KeyRound aria-hidden />,
      onSelect: () => open({ kind: 'password' }),
      separated: pages.length > 0,
    },
    {
      key: 'webForm',
      label: t('user.webForm'),
      icon: <FileUser aria-hidden />,
      onSelect: () => open({ kind: 'webForm' }),
    },
    {
      key: 'support',
      label: t('user.support'),
      icon: <LifeBuoy aria-hidden />,
      onSelect: () => open({ kind: 'support' }),
    },
    {
      key: 'shortcuts',
      label: t('user.shortcuts'),
      icon: <Keyboard aria-hidden />,
      onSelect: () => open({ kind: 'shortcuts' }),
    },
    ...MODES.map(([key], index) => ({
      key,
      label: `${t('user.theme')}: ${t(`user.themes.${key}`)}`,
      current: key === mode,
      separated: index === 0,
      onSelect: () => {
        setColorMode(key);
        setMode(key);
      },
    })),
    {
      key: 'logout',
      label: t('user.logout'),
      icon: <LogOut aria-hidden />,
      href: pageAddress('logout'),
      separated: true,
    },
  ];
  return items.filter(({ key }) => key !== 'password' || !config.oidc?.only);
}

/** Who is signed in, in two lines. */
export function WhoIsIn() {
  const { t } = useTranslation('shell');
  const { email, personnel, standing } = useSession();
  return (
    <chakra.div px="2.5" py="2" borderBottomWidth="1px" mb="1" maxWidth="20rem">
      <chakra.div fontWeight="semibold" overflowWrap="anywhere">
        {personnel.name}
      </chakra.div>
      <chakra.div textStyle="small" color="muted" overflowWrap="anywhere">
        {email} · {t(`role.${standing.role}`)}
      </chakra.div>
    </chakra.div>
  );
}

/** The user's address with the role, and the dropdown behind it. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { email, personnel, standing } = useSession();
  const items = useAccountItems();
  return (
    <Menu
      items={items}
      header={<WhoIsIn />}
      label={t('user.menu', { email })}
      trigger={(props) => (
        <Button
          look="quiet"
          px="2"
          minWidth="0"
          icon={<Avatar name={personnel.name} photoId={personnel.photoId} size="7" />}
          aria-label={`${t('user.menu', { email })} ${t(`role.${standing.role}`)}`}
          {...props}
        >
          <chakra.span
            display={{ base: 'none', lg: 'grid' }}
            textAlign="start"
            lineHeight="1.25"
            maxWidth={{ lg: '10rem', xl: '15rem' }}
          >
            <chakra.span textStyle="small" overflow="hidden" textOverflow="ellipsis">
              {email}{' '}
            </chakra.span>
            <chakra.span textStyle="small" color="muted" fontWeight="normal">
              {t(`role.${standing.role}`)}
            </chakra.span>
          </chakra.span>
        </Button>
      )}
    />
  );
}
