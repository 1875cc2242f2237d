import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { announce } from '../../ui/index.ts';
import type { NodeWords } from './FlowNode.tsx';
import { type Step, stepFrom } from './graph.ts';
import type { Lighting } from './useLighting.ts';
import type { Selection } from './useSelection.ts';
import type { ViewControls } from './useView.ts';

const STEPS: Record<string, Step> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

interface NavigationProps {
  graph: Graph;
  places: Places;
  box: RefObject<HTMLDivElement | null>;
  words: NodeWords;
  selection: Selection;
  lighting: Lighting;
  view: ViewControls;
  focused: string | null;
  onFocus: (node: string | null) => void;
  /** With Shift, arrow keys move the node: null where nodes are not being moved. */
  nudge: ((step: Step) => void) | null;
}

/** Navigation from node to node: by keyboard along the flows, or to a search result. */
export function useNavigation({
  graph,
  places,
  box,
  words,
  selection,
  lighting,
  view,
  focused,
  onFocus,
  nudge,
}: NavigationProps) {
  const { picked, current, choose, moveTo } = selection;
  const focusNode = useNodeFocus(box);
  const goTo = (key: string) => {
    moveTo(key);
    view.reveal(key);
    lighting.lightUp({ node: key });
    focusNode(key);
    const node = graph.node(key);
    if (node) announce(`${words.name(node)} ${words.more(node)}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    if (target !== event.currentTarget && !target.dataset.node) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      if (current === null) return;
      if (event.shiftKey && nudge) return nudge(step);
      const next = target.dataset.node ? stepFrom(graph, places, current, step) : current;
      if (next) goTo(next);
    } else if ((event.key === 'Enter' || event.key === ' ') && current !== null) {
      event.preventDefault();
      choose({ node: current });
    } else if (event.key === 'Escape') {
      if (picked) choose(null);
      else if (focused !== null) onFocus(null);
      else lighting.lightUp(null);
    } else if (event.key.toLowerCase() === 'f' && current !== null) onFocus(focused === null ? current : null);
    else if (event.key === '+' || event.key === '=') view.zoomIn();
    else if (event.key === '-') view.zoomOut();
    else if (event.key === '0') view.fit();
  };
  return {
    onKeyDown,
    /** Selects a search result, and scrolls to it. */
    jumpTo(key: string) {
      goTo(key);
      choose({ node: key });
    },
    /** Clears the selection; the focus returns to the keyboard's node. */
    leave() {
      choose(null);
      if (current) focusNode(current);
    },
  };
}

/** Focuses a node as soon as it is rendered: that may be only once the view has reached it. */
function useNodeFocus(box: RefObject<HTMLElement | null>): (key: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const element =
      wanted.current === null
        ? null
        : box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(wanted.current)}"]`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });
  return (key) => {
    wanted.current = key;
  };
}
