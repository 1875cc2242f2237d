import { createElement, useState } from 'react';
import type { ComponentType } from 'react';
import { lazyScreen } from './lazyScreen.tsx';

const waiting = new Set<() => Promise<unknown>>();

/**
 * A part in its own chunk that is opened, not displayed at first: `fetchLaterParts` loads it in advance, and it then
 * renders immediately. Use it within Suspense.
 * @example const Chooser = laterPart(() => import('./WorkspaceChooser.tsx'));
 */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let found: ComponentType<Props> | undefined;
  const fetch = async () => {
    const part = await load();
    found = part.default;
    waiting.delete(fetch);
    return part;
  };
  waiting.add(fetch);
  const Waiting = lazyScreen(fetch);
  return function LaterPart(props) {
    // A part that started lazy stays so: another component type would lose its state.
    const [Part] = useState<ComponentType<Props>>(() => found ?? Waiting);
    return createElement(Part, props);
  };
}

/** Fetches every part that is not loaded yet. A failed one is tried again when it is opened. */
export function fetchLaterParts(): void {
  for (const fetch of waiting) fetch().catch(() => {});
}
