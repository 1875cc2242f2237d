import { Bookmark, BookmarkPlus, RotateCw, Settings2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import type { SavedView } from '../../shared/savedView/schema.ts';
import type { Loading } from '../records/RecordVersions.tsx';
import { useCan, useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { Button, Menu, type MenuItem } from '../ui/index.ts';
import { ManageViews } from './ManageViews.tsx';
import { SaveView } from './SaveView.tsx';
import { narrowingOf } from '../../shared/savedView/narrowing.ts';

/**
 * Views of a list that people store under a name, and shared ones of colleagues: a button for the toolbar of the list.
 * @param list the id of the list's table
 * @example <ListPage id="request" tools={<SavedViews list="request" />} … />
 */
export function SavedViews({ list }: { list: string }) {
  const { t } = useTranslation('savedView');
  const { ws } = useSession();
  const [path] = useLocation();
  const now = narrowingOf(useSearch());
  const query = trpc.savedView.list.useQuery({ ws, list }, { staleTime: 60_000 });
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const views = query.data ?? [];
  const current = now === '' ? undefined : views.find((view) => view.query === now);
  const close = () => setDialog(null);
  const canManage = useCan('workspace.manage');
  const managed = views.filter(({ own, shared }) => own || (shared && canManage));
  return (
    <>
      <Menu
        items={itemsOf({ query, path, now, open: setDialog, isManaged: managed.length > 0 }, t)}
        trigger={(trigger) => (
          <Button size="sm" minHeight="9" fontWeight="normal" icon={<Bookmark aria-hidden />} {...trigger}>
            {current ? t('current', { name: current.name }) : t('views')}
          </Button>
        )}
      />
      {dialog === 'save' && <SaveView list={list} query={now} onClose={close} />}
      {dialog === 'manage' && <ManageViews list={list} query={now} views={managed} onClose={close} />}
    </>
  );
}

interface Choices {
  query: Loading<readonly SavedView[]>;
  path: string;
  now: string;
  open: (dialog: 'save' | 'manage') => void;
  isManaged: boolean;
}

function itemsOf(
  { query: { data, error, refetch }, path, now, open, isManaged }: Choices,
  t: ReturnType<typeof useTranslation<'savedView'>>['t'],
): MenuItem[] {
  const views = data ?? [];
  return [
    ...views.map(({ id, name, query, shared, own, by }): MenuItem => ({
      key: id,
      label: name,
      current: query === now,
      ...(shared && { icon: <Users aria-hidden /> }),
      ...(!own && { note: t('sharedBy', { name: by }) }),
      href: query === '' ? path : `${path}?${query}`,
    })),
    ...(data?.length === 0 ? [{ key: 'none', label: t('none'), disabled: true }] : []),
    ...(!data && error
      ? [{ key: 'failed', label: t('failed'), icon: <RotateCw aria-hidden />, onSelect: () => void refetch() }]
      : []),
    {
      key: 'save',
      label: t('save'),
      icon: <BookmarkPlus aria-hidden />,
      separated: true,
      onSelect: () => open('save'),
    },
    ...(isManaged
      ? [{ key: 'manage', label: t('manage'), icon: <Settings2 aria-hidden />, onSelect: () => open('manage') }]
      : []),
  ];
}
