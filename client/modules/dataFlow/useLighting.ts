import { useCallback, useEffect, useRef, useState } from 'react';
import { useStoreApi } from 'reactflow';
import { type Choice, type Graph, type Path, pathOf } from '../../../shared/dataFlow/graph.ts';
import { sameChoice } from './graph.ts';
import { createLight, type Light, useLitPath } from './light.ts';

/** Delay before hovering highlights a path, so that crossing the picture does not flash. */
const DWELL_MS = 70;

export interface Lighting {
  light: Light;
  lit: Path | null;
  /** Highlights the path through something; null: through the selection, if any. */
  lightUp: (target: Choice | null) => void;
  /** The same for the node under the pointer, after a delay. */
  pointAt: (key: string | null) => void;
}

/** The highlighted path: that of what is hovered, otherwise of the selection. */
export function useLighting(graph: Graph, picked: Choice | null): Lighting {
  const [light] = useState(createLight);
  const lit = useLitPath(light);
  const rest = useRef<Choice | null>(null);
  rest.current = picked;
  const litFor = useRef<{ graph: Graph; pick: Choice } | null>(null);
  const lightUp = useCallback(
    (target: Choice | null) => {
      const next = target ?? rest.current;
      if (next && litFor.current?.graph === graph && sameChoice(litFor.current.pick, next) && light.get()) return;
      litFor.current = next && { graph, pick: next };
      light.set(next && pathOf(graph, next));
    },
    [graph, light],
  );
  useEffect(() => lightUp(null), [picked, lightUp]);
  return { light, lit, lightUp, pointAt: usePointAt(lightUp) };
}

function usePointAt(lightUp: Lighting['lightUp']): Lighting['pointAt'] {
  const store = useStoreApi();
  const dwell = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pointed = useRef<string | null>(null);
  const movedAt = useRef(0);
  useEffect(
    () =>
      store.subscribe(
        (now, before) => void (now.transform !== before.transform && (movedAt.current = performance.now())),
      ),
    [store],
  );
  useEffect(() => () => clearTimeout(dwell.current), []);
  return (key) => {
    // Nodes that slide past under the pointer are not hovered.
    if (pointed.current === key || performance.now() - movedAt.current < 2 * DWELL_MS) return;
    pointed.current = key;
    clearTimeout(dwell.current);
    dwell.current = setTimeout(() => lightUp(key === null ? null : { node: key }), DWELL_MS);
  };
}
