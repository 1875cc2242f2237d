import { Globe, ShieldAlert } from 'lucide-react';
import { createContext, memo, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProps } from 'reactflow';
import type { FlowNode as FlowNodeData } from '../../../shared/dataFlow/schema.ts';
import { placeName, isAbroad } from '../../../shared/country.ts';
import { wrap } from '../../../shared/dataFlow/drawing.ts';
import { type Band, NODE } from '../../../shared/dataFlow/geometry.ts';
import { countryName, useCountryName } from '../../shell/countries.ts';
import { useFormat } from '../../ui/index.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import { useLitness } from './light.ts';

/** Texts of nodes: created once for all nodes, since a hook in each of them would cost more than rendering it. */
export interface NodeWords {
  locale: 'th' | 'en';
  name: (node: FlowNodeData) => string;
  uses: (node: FlowNodeData) => string;
  sensitive: (node: FlowNodeData) => string;
  /**
   * For screen readers, beside the visible name and numbers: kind, country, and the number of incoming and outgoing
   * flows.
   */
  more: (node: FlowNodeData) => string;
}

/** The keyboard's current node, the selected one, and the texts of all. */
export const NodesContext = createContext<{ current: string | null; chosen: string | null; words: NodeWords } | null>(
  null,
);

export function useNodeWords(graph: Graph): NodeWords {
  const { t } = useTranslation('dataFlow');
  const { text, number, locale } = useFormat();
  return useMemo(() => {
    const sensitive = (node: FlowNodeData) => t('sensitiveUses', { number: number(node.sensitiveUses) });
    const more = (node: FlowNodeData) =>
      [
        t(`kind.${node.kind}`),
        node.country
          ? t('country', { name: countryName(node.country, locale) })
          : node.kind === 'storage' && placeName(null, locale),
        isAbroad(node.country) && t('crossBorder'),
        graph.into(node.key).length > 0 && t('comesFrom', { number: number(graph.into(node.key).length) }),
        graph.out(node.key).length > 0 && t('leadsTo', { number: number(graph.out(node.key).length) }),
      ]
        .filter(Boolean)
        .join(', ');
    return {
      locale,
      name: (node) => text(node.name),
      uses: (node) => t('usesShort', { count: node.uses, number: number(node.uses) }),
      sensitive,
      more,
    };
  }, [graph, t, text, number, locale]);
}

let brush: CanvasRenderingContext2D | null | undefined;
const measured = new Map<string, string[]>();

/** A name in at most two lines. With CSS the marks of a clipped Thai line would be visible above its edge. */
function linesOf(name: string, locale: 'th' | 'en'): string[] {
  const known = measured.get(name);
  if (known) return known;
  brush ??= document.createElement('canvas').getContext('2d');
  if (brush) brush.font = "600 15px 'IBM Plex Sans Thai', 'Noto Sans Thai', sans-serif";
  const lines = wrap(name, NODE.width - 30, 2, locale, (text) => brush?.measureText(text).width ?? 0);
  if (measured.size > 5000) measured.clear();
  if (document.fonts.check("600 15px 'IBM Plex Sans Thai'", name)) measured.set(name, lines);
  return lines;
}

/** One node: name in two lines, its uses, and its marks in words. Plain elements, since many are rendered at a time. */
export const FlowNode = memo(function FlowNode({ id, data }: NodeProps<FlowNodeData>) {
  const shared = useContext(NodesContext);
  const lit = useLitness(id);
  if (!shared) return null;
  const { current, chosen, words } = shared;
  const name = words.name(data);
  const lines = linesOf(name, words.locale);
  const cut = lines.at(-1)?.endsWith('…');
  return (
    <div
      className="flow-node"
      role="button"
      tabIndex={current === id ? 0 : -1}
      data-node={id}
      data-kind={data.kind}
      data-lit={lit}
      data-chosen={chosen === id || undefined}
      title={cut ? name : undefined}
    >
      <span className="flow-name">
        {lines.map((line, index) => (
          <span key={index}>{line} </span>
        ))}
      </span>
      <span className="flow-more">{words.more(data)} </span>
      <span className="flow-facts">
        {words.uses(data)}
        {data.sensitiveUses > 0 && (
          <span className="flow-sensitive">
            <ShieldAlert size={13} aria-hidden /> {words.sensitive(data)}
          </span>
        )}
        {isAbroad(data.country) && <Globe className="flow-abroad" size={13} aria-hidden />}
      </span>
    </div>
  );
});

/** The heading of a band of recipients; the band itself is on the canvas. */
export const BandNode = memo(function BandNode({ data }: NodeProps<Band>) {
  const { t } = useTranslation('dataFlow');
  const countryName = useCountryName();
  return (
    <div className="flow-band" style={{ width: data.width, height: data.height }}>
      <span>{data.country === null ? t('internalBand') : countryName(data.country)}</span>
    </div>
  );
});

/** Styles of the diagram's plain elements, for the box around it. */
export const diagramCss = {
  '& .react-flow__node': { cursor: 'pointer', borderRadius: '6px' },
  '& .react-flow__node.draggable': { cursor: 'grab' },
  '& .react-flow__node.dragging': { cursor: 'grabbing' },
  '& .react-flow__node-band': { pointerEvents: 'none!important', cursor: 'default' },
  '& .react-flow__pane': { cursor: 'grab' },
  '& .react-flow__pane.dragging': { cursor: 'grabbing' },
  '& .flow-node': {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '2px',
    width: '100%',
    height: '100%',
    padding: '6px 10px 6px 18px',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: '6px',
    bg: 'surface',
    color: 'ink',
    '&::before': {
      content: '""',
      position: 'absolute',
      left: '5px',
      top: '8px',
      bottom: '8px',
      width: '4px',
      borderRadius: '2px',
      bg: 'muted',
    },
    '&:hover': { borderColor: 'accent' },
    '&:focus-visible, &[data-chosen]': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    '&[data-lit=dim]': { opacity: 0.28 },
    '&[data-lit=lit]': { borderColor: 'accent' },
  },
  '& [data-kind=subject]::before': { bg: 'info!' },
  '& [data-kind=application]::before, & [data-kind=internal]::before': { bg: 'accent!' },
  '& [data-kind=purpose]::before': { bg: 'ok!' },
  '& [data-kind=storage]::before': { bg: 'line.strong!' },
  '& [data-kind=thirdParty]::before': { bg: 'warn!' },
  '& .flow-name > span': {
    display: 'block',
    fontSize: '15px',
    lineHeight: '21px',
    fontWeight: 600,
    whiteSpace: 'pre',
    overflow: 'hidden',
    textOverflow: 'clip',
    paddingTop: '3px',
    marginTop: '-3px',
  },
  '& .flow-more': { srOnly: true },
  '& .flow-facts': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    fontSize: '13px',
    lineHeight: '18px',
    color: 'muted',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .flow-sensitive, & .flow-abroad': { display: 'inline-flex', alignItems: 'center', gap: '3px' },
  '& .flow-sensitive': { color: 'warn.text' },
  '& .flow-abroad': { color: 'info.text' },
  '& .flow-band': {
    '& > span': {
      position: 'absolute',
      left: '14px',
      top: '7px',
      fontSize: '13px',
      lineHeight: '20px',
      fontWeight: 600,
      color: 'muted',
      whiteSpace: 'nowrap',
    },
  },
  // At small zoom the text of a node is unreadable: it is left out.
  '&[data-far] .flow-facts': { display: 'none' },
  '&[data-far] .flow-band > span': { fontSize: '26px', lineHeight: '30px', top: '0', transform: 'translateY(-100%)' },
} as const;
