import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowNode } from '../../../shared/dataFlow/schema.ts';
import { chakra, useFormat } from '../../ui/index.ts';
import { Input } from '../../ui/form/inputs.tsx';
import type { Graph } from '../../../shared/dataFlow/graph.ts';

const LISTED = 8;
const Frame = chakra('div', { base: { position: 'relative', width: { base: 'full', sm: '260px' } } });
const List = chakra('ul', {
  base: {
    position: 'absolute',
    top: '100%',
    insetInline: '0',
    mt: '1',
    p: '1',
    listStyle: 'none',
    bg: 'surface',
    borderWidth: '1px!',
    borderRadius: 'card',
    boxShadow: 'float',
    zIndex: '7',
    maxHeight: '320px',
    overflowY: 'auto',
  },
});
const Option = chakra('li', {
  base: {
    px: '2',
    py: '1.5',
    borderRadius: 'control',
    cursor: 'pointer',
    textStyle: 'dense',
    '&[aria-selected=true]': { bg: 'subtle' },
  },
});

/** Finds a node by its name and scrolls to it. */
export function FindNode({ graph, onFind }: { graph: Graph; onFind: (key: string) => void }) {
  const { t } = useTranslation('dataFlow');
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const found = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    return wanted === ''
      ? []
      : graph.nodes.filter(
          ({ name }) => name.th.toLowerCase().includes(wanted) || name.en.toLowerCase().includes(wanted),
        );
  }, [graph, query]);
  const listed = found.slice(0, LISTED);
  const go = (key: string | undefined) => {
    if (key === undefined) return;
    setOpen(false);
    onFind(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setAt((now) => (now + (event.key === 'ArrowDown' ? 1 : -1) + listed.length) % Math.max(1, listed.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(listed[at]?.key);
    } else if (event.key === 'Escape') setOpen(false);
  };
  const showing = open && query.trim() !== '';
  return (
    <Frame>
      <chakra.span
        position="absolute"
        insetInlineStart="2.5"
        top="50%"
        transform="translateY(-50%)"
        color="muted"
        pointerEvents="none"
      >
        <Search size={15} aria-hidden />
      </chakra.span>
      <Input
        height="9"
        minHeight="9"
        ps="8"
        role="combobox"
        aria-label={t('find.label')}
        aria-expanded={showing}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={showing && listed[at] ? `${id}${at}` : undefined}
        placeholder={t('find.placeholder')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {showing && <Found id={id} nodes={listed} total={found.length} at={at} onChoose={go} />}
    </Frame>
  );
}

interface FoundProps {
  /** Prefix of the ids of the list and of its options. */
  id: string;
  nodes: readonly FlowNode[];
  /** The total number of matches, of which these are the first. */
  total: number;
  at: number;
  onChoose: (key: string) => void;
}

function Found({ id, nodes, total, at, onChoose }: FoundProps) {
  const { t } = useTranslation('dataFlow');
  const { text } = useFormat();
  return (
    <List id={`${id}list`} role="listbox" aria-label={t('find.label')}>
      {nodes.map((node, index) => (
        <Option
          key={node.key}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(node.key)}
        >
          <chakra.span display="block" overflowWrap="anywhere">
            {text(node.name)}
          </chakra.span>
          <chakra.span display="block" textStyle="small" color="muted">
            {t(`kind.${node.kind}`)}
          </chakra.span>
        </Option>
      ))}
      <chakra.li px="2" py="1" textStyle="small" color="muted" role="presentation">
        {total === 0 ? t('find.none') : t('find.results', { number: total })}
      </chakra.li>
    </List>
  );
}
