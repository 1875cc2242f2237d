import { Check, Settings2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { FIRST_WORKSPACES } from '../../../shared/shell/firstWorkspaces.ts';
import { WORKSPACE_ROWS_BEFORE_SCROLL, WORKSPACE_SEARCH_PAGE_SIZE } from '../../../shared/constants.ts';
import type { WorkspaceItem } from '../../../shared/workspace/schema.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/inputs.tsx';
import { chakra } from '../../ui/layout.tsx';
import { guarded } from '../../ui/navigationGuard.tsx';
import { AppLink } from '../../ui/Link.tsx';
import { useCan } from '../session.tsx';
import { useMenuName } from '../useMenuName.ts';
import { useSwitchWorkspace } from '../switchWorkspace.tsx';

const ROW_HEIGHT = 44;
const SETTLED_MS = 150;

const Row = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: 'full',
    minHeight: `${ROW_HEIGHT}px`,
    px: '3',
    textAlign: 'start',
    textStyle: 'dense',
    borderRadius: 'control',
    cursor: 'pointer',
    '&:hover': { bg: 'subtle' },
    '&:focus-visible': { outlineOffset: '-2px' },
    '&[aria-current]': { color: 'accent.text', fontWeight: 'semibold' },
    '& svg': { flexShrink: 0 },
  },
});

/**
 * Workspaces of the person: page by page, or those that a search finds.
 * @returns `more` fetches the next page, where there is one
 */
function useWorkspaceRows(query: string) {
  const [pages, setPages] = useState(1);
  const listed = trpc.useQueries((of) =>
    Array.from({ length: pages }, (_, index) =>
      of.workspace.list({ ...FIRST_WORKSPACES, currentPage: index + 1 }, { enabled: query === '' }),
    ),
  );
  const found = trpc.workspace.list.useQuery(
    { ...FIRST_WORKSPACES, pageSize: WORKSPACE_SEARCH_PAGE_SIZE, query },
    { enabled: query !== '', placeholderData: (before) => before },
  );
  const answers = query === '' ? listed : [found];
  const rows = answers.flatMap(({ data }) => data?.collection ?? []);
  const meta = answers.at(-1)?.data?.meta;
  const waiting = answers.some(({ isPending }) => isPending);
  const failed = answers.find(({ error, data }) => error && !data);
  const hasMore = query === '' && meta !== undefined && meta.currentPage < meta.totalPage;
  return { rows, waiting, failed, more: hasMore ? () => setPages((count) => count + 1) : undefined };
}

/** A text once it has stayed the same for a moment, so that not each key is a call. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The searchable list of the person's workspaces; also on the page of a workspace that was not found. */
export default function WorkspaceChooser({
  current,
  onChosen,
  manage = true,
}: {
  current: string | null;
  onChosen?: () => void;
  manage?: boolean;
}) {
  const { t } = useTranslation(['shell', 'ui']);
  const { switchTo } = useSwitchWorkspace();
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim());
  const { rows, waiting, failed, more } = useWorkspaceRows(query);

  const choose = (row: WorkspaceItem) => {
    onChosen?.();
    if (row.uuid !== current) guarded(() => void switchTo({ uuid: row.uuid, name: row.name }));
  };
  return (
    <chakra.div display="grid">
      <chakra.div p="2" borderBottomWidth="1px">
        <Input
          type="search"
          aria-label={t('workspace.search')}
          placeholder={t('workspace.search')}
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </chakra.div>
      <chakra.ul
        listStyle="none"
        p="1"
        aria-label={t('workspace.label')}
        aria-busy={waiting}
        {...(rows.length > WORKSPACE_ROWS_BEFORE_SCROLL && {
          maxHeight: `${WORKSPACE_ROWS_BEFORE_SCROLL * ROW_HEIGHT + 8}px`,
          overflowY: 'auto' as const,
        })}
      >
        {rows.map((row) => (
          <WorkspaceRow key={row.uuid} row={row} current={row.uuid === current} onChoose={() => choose(row)} />
        ))}
        {more && (
          <li>
            <Row type="button" onClick={more} color="accent.text">
              <chakra.span ps="6">{t('workspace.more')}</chakra.span>
            </Row>
          </li>
        )}
      </chakra.ul>
      <chakra.p
        role="status"
        px="3"
        {...((waiting || failed || rows.length === 0) && { py: '3' })}
        color="muted"
        textStyle="dense"
      >
        {failed ? t('workspace.failed') : waiting ? t('loading') : rows.length === 0 ? t('workspace.none') : ''}
      </chakra.p>
      {failed && (
        <chakra.div px="3" pb="3">
          <Button size="sm" onClick={() => void failed.refetch()}>
            {t('ui:retry')}
          </Button>
        </chakra.div>
      )}
      {manage && <ManageLink onChosen={onChosen} />}
    </chakra.div>
  );
}

function WorkspaceRow({ row, current, onChoose }: { row: WorkspaceItem; current: boolean; onChoose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <li>
      <Row type="button" onClick={onChoose} {...(current && { 'aria-current': 'true' as const })}>
        <Check size={16} aria-hidden style={{ visibility: current ? 'visible' : 'hidden' }} />
        <chakra.span flex="1" minWidth="0">
          <chakra.span display="block" overflowWrap="anywhere">
            {row.name}
          </chakra.span>
          <chakra.span display="block" textStyle="small" color="muted" fontWeight="normal">
            {row.package} · {t(`role.${row.role}`)}
            {row.closedAt !== null && ` · ${t('workspace.closed')}`}
          </chakra.span>
        </chakra.span>
      </Row>
    </li>
  );
}

function ManageLink({ onChosen }: { onChosen: (() => void) | undefined }) {
  const name = useMenuName();
  return useCan('workspace.manage') ? (
    <chakra.div p="1" borderTopWidth="1px">
      <Row as={AppLink} {...({ href: pageAddress('workspaces') } as object)} onClick={() => onChosen?.()}>
        <Settings2 size={16} aria-hidden />
        {name('workspaces')}
      </Row>
    </chakra.div>
  ) : null;
}
