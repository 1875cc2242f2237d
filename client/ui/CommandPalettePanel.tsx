import { Dialog as Base, Portal, chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Command, CommandGroup, CommandPaletteProps } from './CommandPalette.tsx';
import { keepParams } from './address.ts';

const typingPauseMs = 150;

interface Result {
  items: readonly Command[];
  /** The query of these results. */
  query: string;
  state: 'ready' | 'loading' | 'failed';
}

/** The results of each group, by its key. */
function useResults(groups: readonly CommandGroup[], query: string): ReadonlyMap<string, Result> {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const latest = useRef(groups);
  latest.current = groups;
  useEffect(() => {
    const control = new AbortController();
    const put = (key: string, result: Result) => {
      if (!control.signal.aborted) setResults((before) => new Map(before).set(key, result));
    };
    const search = async (group: CommandGroup) => {
      try {
        put(group.key, { items: await group.load(query, control.signal), query, state: 'ready' });
      } catch {
        put(group.key, { items: [], query, state: 'failed' });
      }
    };
    const timer = setTimeout(() => void Promise.all(latest.current.map(search)), query === '' ? 0 : typingPauseMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [query]);
  return results;
}

const Entry = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3',
    minHeight: '10',
    py: '1.5',
    borderRadius: 'control',
    cursor: 'pointer',
    '&[data-active]': { bg: 'accent.soft', color: 'accent.text' },
    '& svg': { flexShrink: 0, boxSize: '1.15em' },
  },
});

/** The rendered palette; used through CommandPalette, which loads it when needed. */
export default function CommandPalettePanel({ groups, open, onOpenChange }: CommandPaletteProps) {
  const { t } = useTranslation('ui');
  return (
    <Base.Root open={open} onOpenChange={(details) => onOpenChange(details.open)} lazyMount unmountOnExit>
      <Portal>
        <Base.Backdrop
          position="fixed"
          inset="0"
          zIndex="modal"
          bg="rgb(20 18 30 / 0.5)"
          _open={{ animation: 'appear 120ms ease-out' }}
        />
        <Base.Positioner
          position="fixed"
          inset="0"
          zIndex="modal"
          display="flex"
          justifyContent="center"
          alignItems="flex-start"
          px="4"
          pt="12vh"
        >
          <Base.Content
            aria-label={t('palette.label')}
            width="min(600px, 100%)"
            maxHeight="70dvh"
            display="flex"
            flexDirection="column"
            bg="surface"
            color="ink"
            borderRadius="card"
            boxShadow="float"
            outline="none"
            overflow="hidden"
            _open={{ animation: 'rise 120ms ease-out' }}
          >
            <SearchBox groups={groups} onClose={() => onOpenChange(false)} />
          </Base.Content>
        </Base.Positioner>
      </Portal>
    </Base.Root>
  );
}

function SearchBox({ groups, onClose }: { groups: readonly CommandGroup[]; onClose: () => void }) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [, navigate] = useLocation();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  /** Enter was pressed before the answers arrived. */
  const hurried = useRef(false);
  const results = useResults(groups, query.trim());
  const flat = groups.flatMap((group) => results.get(group.key)?.items ?? []);
  const at = Math.min(active, Math.max(0, flat.length - 1));
  const loaded = groups.every((group) => results.has(group.key));

  const choose = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.onSelect?.();
    if (command.href) navigate(keepParams(command.href));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const go = (index: number) => {
      event.preventDefault();
      setActive((index + flat.length) % Math.max(1, flat.length));
    };
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Enter') {
      event.preventDefault();
      // The displayed results may be of an older query: Enter then chooses the first result of this one.
      if (groups.every(({ key }) => results.get(key)?.query === query.trim())) choose(flat[at]);
      else hurried.current = true;
    } else hurried.current = false;
  };
  useEffect(() => {
    if (!hurried.current) return;
    for (const { key } of groups) {
      const result = results.get(key);
      if (result?.query !== query.trim()) return;
      if (result.items[0]) {
        hurried.current = false;
        choose(result.items[0]);
        return;
      }
    }
  });

  return (
    <>
      <chakra.div display="flex" alignItems="center" gap="3" px="4" borderBottomWidth="1px" color="muted">
        <Search size={18} aria-hidden />
        <chakra.input
          autoFocus
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          {...(flat.length > 0 && { 'aria-activedescendant': `${id}-${at}` })}
          placeholder={t('palette.placeholder')}
          value={query}
          maxLength={200}
          flex="1"
          minWidth="0"
          height="14"
          bg="transparent"
          color="ink"
          fontSize="md"
          outline="none"
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </chakra.div>
      <Results {...{ id, groups, results, flat, at }} onActive={setActive} onChoose={choose} />
      <chakra.div role="status" px="4" py="2" borderTopWidth="1px" textStyle="small" color="muted">
        {loaded && flat.length === 0 ? t('palette.empty') : t('palette.hint')}
      </chakra.div>
    </>
  );
}

interface ResultsProps {
  /** Of the list; ids of its parts start with it. */
  id: string;
  groups: readonly CommandGroup[];
  results: ReadonlyMap<string, Result>;
  /** All results, in the order of the groups. */
  flat: readonly Command[];
  /** Index of the active one in `flat`. */
  at: number;
  onActive: (index: number) => void;
  onChoose: (command: Command) => void;
}

/** The results by group; the active one is scrolled into view. */
function Results({ id, groups, results, flat, at, onActive, onChoose }: ResultsProps) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at, results]);
  return (
    <chakra.div ref={list} id={id} role="listbox" aria-label={t('palette.results')} flex="1" overflowY="auto" p="2">
      {groups.map((group) => {
        const result = results.get(group.key);
        if (!result || (result.items.length === 0 && result.state !== 'failed')) return null;
        return (
          <chakra.div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`} mb="1">
            <chakra.div id={`${id}-${group.key}`} px="3" py="1" textStyle="small" color="muted">
              {group.label}
              {result.state === 'failed' && ` · ${t('palette.failed')}`}
            </chakra.div>
            {result.items.map((item) => {
              const index = flat.indexOf(item);
              return (
                <Entry
                  key={item.key}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  {...(index === at && { 'data-active': '' })}
                  onPointerMove={() => onActive(index)}
                  onClick={() => onChoose(item)}
                >
                  {item.icon}
                  <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
                    <span lang={item.lang}>{item.label}</span>
                  </chakra.span>
                  {item.note && (
                    <chakra.span textStyle="small" color="muted">
                      {item.note}
                    </chakra.span>
                  )}
                </Entry>
              );
            })}
          </chakra.div>
        );
      })}
    </chakra.div>
  );
}
