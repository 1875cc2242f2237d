import { Building2, FileText, Keyboard, Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { may } from '../../shared/registry/permissions.ts';
import { FIRST_WORKSPACES } from '../../shared/shell/firstWorkspaces.ts';
import { setColorMode } from '../colorMode.ts';
import { trpc } from '../trpc.ts';
import { CommandPalette } from '../ui/CommandPalette.tsx';
import type { Command, CommandGroup } from '../ui/CommandPalette.tsx';
import { guarded } from '../ui/navigationGuard.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { useSetLanguage } from './bars/LanguageMenu.tsx';
import { useShellDialog } from './dialogs/ShellDialogs.tsx';
import { useRecordSearch } from './recordSearch.ts';
import { useSession } from './session.tsx';
import type { PaletteProps } from './Palette.tsx';
import { palettePages } from './palettePages.ts';
import { PALETTE_SOURCES } from './paletteSource.ts';
import { useSwitchWorkspace } from './switchWorkspace.tsx';
import { useMenuName } from './useMenuName.ts';

const MOST = 8;

/** Whether every word of the query occurs in the text, without case. */
function fits(text: string, query: string): boolean {
  const within = text.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

const among = (commands: readonly Command[], query: string): Command[] =>
  commands.filter(({ label, note }) => fits(`${label} ${note ?? ''}`, query)).slice(0, query ? 20 : MOST);

/** Ctrl/⌘ K over the whole product: pages by permission, actions, and records found by the server. */
export default function PaletteCommands({ open, onOpenChange }: PaletteProps) {
  const { t } = useTranslation('shell');
  const pages = usePages();
  const actions = useActions();
  const records = useRecordSearch();
  const utils = trpc.useUtils();
  const { ws } = useSession();
  const { switchTo } = useSwitchWorkspace();
  const groups = useMemo((): CommandGroup[] => {
    const workspaces = async (query: string): Promise<Command[]> => {
      const { collection } = await utils.workspace.list.fetch({ ...FIRST_WORKSPACES, query });
      return collection
        .filter(({ uuid }) => uuid !== ws)
        .slice(0, MOST)
        .map(({ uuid, name }) => ({
          key: `ws-${uuid}`,
          label: t('palette.switchTo', { name }),
          icon: <Building2 aria-hidden />,
          onSelect: () => guarded(() => void switchTo({ uuid, name })),
        }));
    };
    return [
      { key: 'pages', label: t('palette.pages'), load: (query) => among(pages, query) },
      {
        key: 'records',
        label: t('palette.records'),
        load: (query, signal) => (query.trim() === '' ? [] : records(query.trim(), signal)),
      },
      {
        key: 'actions',
        label: t('palette.actions'),
        load: async (query) => [
          ...among(actions, query),
          ...(query.trim() === '' ? [] : await workspaces(query.trim())),
        ],
      },
    ];
  }, [t, pages, actions, records, utils, ws, switchTo]);
  return <CommandPalette open={open} onOpenChange={onOpenChange} groups={groups} />;
}

function usePages(): Command[] {
  const name = useMenuName();
  const { standing } = useSession();
  return useMemo(
    () =>
      palettePages(standing).map(({ id, path }): Command => ({
        key: path,
        label: name(id),
        icon: <FileText aria-hidden />,
        href: path,
      })),
    [name, standing],
  );
}

function useActions(): Command[] {
  const { t } = useTranslation('shell');
  const { locale } = useFormat();
  const { standing } = useSession();
  const open = useShellDialog();
  const setLanguage = useSetLanguage();
  return useMemo(
    () => [
      ...PALETTE_SOURCES.flatMap(({ name, action }) =>
        action && may(standing, action.permission)
          ? [{ key: `${name}-action`, label: action.label(t), icon: action.icon, href: action.href }]
          : [],
      ),
      {
        key: 'language',
        label: t(locale === 'th' ? 'palette.toEnglish' : 'palette.toThai'),
        lang: locale === 'th' ? 'en' : 'th',
        icon: <Languages aria-hidden />,
        onSelect: () => setLanguage(locale === 'th' ? 'en' : 'th'),
      },
      { key: 'light', label: t('palette.light'), icon: <Sun aria-hidden />, onSelect: () => setColorMode('light') },
      { key: 'dark', label: t('palette.dark'), icon: <Moon aria-hidden />, onSelect: () => setColorMode('dark') },
      {
        key: 'system',
        label: t('palette.system'),
        icon: <Monitor aria-hidden />,
        onSelect: () => setColorMode('system'),
      },
      {
        key: 'shortcuts',
        label: t('palette.shortcuts'),
        icon: <Keyboard aria-hidden />,
        onSelect: () => open({ kind: 'shortcuts' }),
      },
      { key: 'logout', label: t('palette.logout'), icon: <LogOut aria-hidden />, href: pageAddress('logout') },
    ],
    [t, locale, standing, open, setLanguage],
  );
}
