import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { SWITCH_REDIRECT_DELAY, SWITCH_RELOAD_DELAY } from '../../shared/constants.ts';
import { trpc } from '../trpc.ts';
import { announce } from '../ui/announcer.ts';
import { askServer } from '../ui/chunkReload.ts';
import { toast } from '../ui/toaster.tsx';
import { isClosed, messageOf } from './errors.ts';
import { landing } from './landing.ts';
import { useGo, usePath, useWorkspaceParam } from './navigation.ts';
import { sessionOf } from './session.tsx';

export interface WorkspaceChoice {
  readonly uuid: string;
  readonly name: string;
}

interface Switching {
  /** The workspace that is being opened. */
  readonly target: WorkspaceChoice | null;
  readonly switchTo: (target: WorkspaceChoice) => Promise<void>;
}

const SwitchContext = createContext<Switching>({ target: null, switchTo: async () => {} });

/** Switching of workspaces, and the one that is being opened. */
export const useSwitchWorkspace = (): Switching => useContext(SwitchContext);

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The workspace switch of spec 1 section 4.3, step by step. The full reload at its end is omitted once the person has
 * interacted, since it would lose their input (docs/decisions/020).
 */
export function SwitchProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const go = useGo();
  const path = usePath();
  const current = useWorkspaceParam();
  const [target, setTarget] = useState<WorkspaceChoice | null>(null);
  const at = useRef({ path, current });
  // A second choice replaces the first, whose answers may come later.
  const runs = useRef(0);
  useEffect(() => {
    at.current = { path, current };
  });
  // Nothing of a former workspace stays in memory, whether it is left by a switch or by Back.
  useEffect(
    () => () => {
      // Queries of the frame are released only by the effects that come after this.
      setTimeout(() =>
        queries.removeQueries({
          type: 'inactive',
          predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(current ?? '\0'),
        }),
      );
    },
    [current, queries],
  );

  const switchTo = useCallback(
    async (next: WorkspaceChoice) => {
      const from = at.current;
      const run = ++runs.current;
      const isReplaced = () => run !== runs.current;
      if (next.uuid === from.current) return setTarget(null);
      const ws = next.uuid;
      setTarget(next);
      announce(t('workspace.switching', { name: next.name }));
      try {
        const [workspace, config] = await Promise.all([
          utils.workspace.get.fetch({ ws }, { staleTime: 0 }),
          utils.shell.config.fetch(undefined, { staleTime: Infinity }),
        ]);
        await wait(SWITCH_REDIRECT_DELAY);
        const profile = await utils.auth.profile.fetch({ ws }, { staleTime: 0 });
        if (isReplaced()) return;
        const session = sessionOf(ws, workspace, profile, config);
        go(session ? `${landing(session.standing, from.path)}?workspace=${ws}` : pageAddress('logout'));
        reloadUnlessTouched();
      } catch (error) {
        if (isReplaced()) return;
        // Its page states that it is being deleted, and until when that can be undone.
        if (isClosed(error)) go(`${from.path}?workspace=${ws}`);
        else toast.error(messageOf(error));
      } finally {
        if (!isReplaced()) setTarget(null);
      }
    },
    [go, t, utils],
  );

  return <SwitchContext value={useMemo(() => ({ target, switchTo }), [target, switchTo])}>{children}</SwitchContext>;
}

function reloadUnlessTouched(): void {
  const touches = ['keydown', 'pointerdown'] as const;
  let touched = false;
  const note = () => {
    touched = true;
  };
  for (const name of touches) addEventListener(name, note, { capture: true, once: true });
  setTimeout(() => {
    for (const name of touches) removeEventListener(name, note, { capture: true });
    // Without a server there would be nothing to display.
    if (!touched) void askServer().then((server) => server !== 'away' && location.reload());
  }, SWITCH_RELOAD_DELAY);
}
