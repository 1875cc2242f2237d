import { createElement, useState } from 'react';
import type { ComponentType } from 'react';
import { lazyScreen } from './lazyScreen.tsx';

const waiting = new Set<() => Promise<unknown>>();

/**
 * A part in a chunk of its own that is opened, not shown at first: `fetchLaterParts` has it there before it is needed,
 * and it is then drawn at once. Draw it within Suspense.
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
    // One that began by waiting stays what it is: another kind would lose its state.
    const [Part] = useState<ComponentType<Props>>(() => found ?? Waiting);
    return createElement(Part, props);
  };
}

/** Fetches every part that is not there yet. What fails is tried again when it is opened. */
export function fetchLaterParts(): void {
  for (const fetch of waiting) fetch().catch(() => {});
}
