import { useEffect, useId, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AroundNavHandler } from 'wouter';
import { ConfirmDialog } from './Dialog.tsx';
import { keepDrafts, keptForms } from './form/draft.ts';

/** Ids of the forms that now hold unsaved changes. */
const guards = new Set<string>();
/** The way that waits for an answer. */
let waiting: (() => void) | undefined;
let letThrough = false;
/** The address shown while guarded, to put back when Back or Forward is held up. */
let here = '';
const listeners = new Set<() => void>();

function setWaiting(next: (() => void) | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function proceed(): void {
  const go = waiting;
  guards.clear();
  setWaiting(undefined);
  go?.();
}

/**
 * For the router: holds navigation up while a form has unsaved changes. Changes of the query alone
 * pass, since the form stays.
 *
 * @example <Router aroundNav={guardedNavigation}>…</Router>
 */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const samePage = new URL(to.replace(/^~/, ''), location.href).pathname === location.pathname;
  if (guards.size === 0 || samePage) navigate(to, options);
  else setWaiting(() => navigate(to, options));
};

function onPopState(event: PopStateEvent): void {
  if (letThrough) {
    letThrough = false;
    return;
  }
  if (guards.size === 0 || new URL(here).pathname === location.pathname) return;
  // The browser has already moved: put the form's address back on top, then ask.
  event.stopImmediatePropagation();
  history.pushState(null, '', here);
  setWaiting(() => {
    letThrough = true;
    history.back();
  });
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (guards.size > 0) event.preventDefault();
}

// At import, not with the first form: on the window listeners run in the order they were added, and
// this one must run before the router's.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', onPopState);
  window.addEventListener('beforeunload', onBeforeUnload);
}

/**
 * Asks before leaving while `active`: closing the tab, links, Back. Draw the returned element once.
 *
 * @example const guard = useNavigationGuard(isDirty); return <>{guard}…</>;
 */
export function useNavigationGuard(active: boolean): ReactNode {
  const { t } = useTranslation('ui');
  const id = useId();
  useEffect(() => {
    if (!active) return;
    guards.add(id);
    here = location.href;
    return () => {
      guards.delete(id);
    };
  }, [active, id]);
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // One question, however many forms the page holds.
    () => waiting !== undefined && guards.values().next().value === id,
  );
  return (
    <ConfirmDialog
      open={asked}
      onClose={() => setWaiting(undefined)}
      onConfirm={proceed}
      title={t('form.leaveTitle')}
      // Some forms keep a draft, dialogs do not.
      body={t(asked && keptForms() >= guards.size ? 'form.leaveBodyKept' : 'form.leaveBody')}
      confirmLabel={t('form.leave')}
      destructive
    />
  );
}

/** Does something that would lose unsaved changes (leaving a workspace, say), after asking where there are any. */
export function guarded(action: () => void): void {
  if (guards.size === 0) action();
  else setWaiting(action);
}

/**
 * Leaves without asking, since the page cannot stay: what forms keep as drafts is kept.
 * @returns whether anything unsaved was there
 */
export function leaveUnasked(action: () => void): boolean {
  const unsaved = guards.size > 0;
  keepDrafts();
  guards.clear();
  setWaiting(undefined);
  action();
  return unsaved;
}
