import { createContext, useContext, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AroundNavHandler, NavigateOptions } from 'wouter';
import { ConfirmDialog } from './Dialog.tsx';
import { keepDrafts } from './form/draft.ts';

/**
 * How much of the changes is stored as a draft in this browser; `part`: all but what names people, and secrets; `once`:
 * nothing is changed, but what is displayed is displayed only once.
 */
export type StoredChanges = 'all' | 'part' | 'none' | 'once';
/** The holders of what leaving would lose: unsaved changes, or (`sent`) the answer to what is being sent. */
export type Guards = Map<string, () => StoredChanges | 'sent'>;

/** All current holders. */
const guards: Guards = new Map();
/** A pending question: what follows it, whose changes would be lost, and whether that deletes their drafts too. */
let waiting: { go: () => void; losing: Guards; inDialog?: boolean; deletesDrafts?: boolean | undefined } | undefined;
let letThrough = false;
/** The address while guarded, to restore when Back or Forward is intercepted. */
let here = '';
const listeners = new Set<() => void>();

const changed = (): void => listeners.forEach((listener) => listener());
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setWaiting(next: typeof waiting): void {
  waiting = next;
  changed();
}

function proceed(): void {
  const { go, losing } = waiting ?? {};
  for (const id of losing?.keys() ?? []) guards.delete(id);
  losing?.clear();
  setWaiting(undefined);
  go?.();
}

/** Whether two addresses are of the same form: a record with another `id`, or of another workspace, is another one. */
function isSamePage(one: URL, other: URL): boolean {
  const [query, otherQuery] = [one.searchParams, other.searchParams];
  const [ws, otherWs] = [query.get('workspace'), otherQuery.get('workspace')];
  const isOfOther = ws && otherWs && ws !== otherWs;
  return one.pathname === other.pathname && !isOfOther && query.get('id') === otherQuery.get('id');
}

const askToLeave = (go: () => void, deletesDrafts?: boolean): void => setWaiting({ go, losing: guards, deletesDrafts });

/** `own`: not the user navigates but the product, for example after an answer. */
export interface OwnNavigation extends NavigateOptions {
  own: true;
}

/**
 * For the router: intercepts navigation while a form has unsaved changes or is being sent. Changes of the query other
 * than those of the record pass, since the form stays; so does what follows the answer, since the form is still being
 * sent until it returns.
 * @param deletesDrafts the page at `to` deletes the drafts of the account
 * @example <Router aroundNav={guardedNavigation}>…</Router>
 */
export const guardedNavigation = (
  navigate: Parameters<AroundNavHandler>[0],
  to: string,
  options?: NavigateOptions,
  deletesDrafts?: boolean,
): void => {
  const target = new URL(to.replace(/^~/, ''), location.href);
  const isOwn = (options as OwnNavigation | undefined)?.own;
  const isFree = [...guards.values()].every((of) => isOwn && of() === 'sent');
  if (isFree || isSamePage(target, new URL(location.href))) navigate(to, options);
  else askToLeave(() => navigate(to, options), deletesDrafts);
};

function onPopState(event: PopStateEvent): void {
  if (letThrough) {
    letThrough = false;
    return;
  }
  if (guards.size === 0 || isSamePage(new URL(here), new URL(location.href))) return;
  // The browser has already moved: push the form's address again, then ask.
  event.stopImmediatePropagation();
  history.pushState(null, '', here);
  askToLeave(() => {
    letThrough = true;
    history.back();
  });
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (guards.size > 0) event.preventDefault();
}

/** What is true of all these: where one stores nothing, nothing is promised. */
export function lossOf(holders: Guards, deletesDrafts?: boolean): StoredChanges | 'sent' {
  const losses = [deletesDrafts && 'none', ...[...holders.values()].map((of) => of())];
  return (['sent', 'once', 'none', 'part'] as const).find((loss) => losses.includes(loss)) ?? 'all';
}

// At import, not with the first form: listeners on the window run in the order they were added, and this one must run
// before the router's.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', onPopState);
  window.addEventListener('beforeunload', onBeforeUnload);
}

/** A dialog's context for the forms in it. */
export interface DialogScope {
  guards: Guards;
  /** Closes the dialog, after a question where something in it is unsaved; does nothing while something is sent. */
  close: () => void;
}
export const DialogContext = createContext<DialogScope | null>(null);

/** Closes the surrounding dialog, after a question where something in it is unsaved; undefined outside dialogs. */
export const useDialogClose = (): (() => void) | undefined => useContext(DialogContext)?.close;

/**
 * Asks before unsaved changes are lost while `unsaved`: on closing the tab, links, Back, and closing the surrounding
 * dialog. While `sending`, it asks in the same places, except that the dialog does not close. Render the returned
 * element once.
 * @param stored how much of the changes is stored in this browser
 * @param sending something is sent whose answer would be lost
 * @example const guard = useNavigationGuard(isDirty, () => 'none', isSubmitting); return <>{guard}…</>;
 */
export function useNavigationGuard(unsaved: boolean, stored: () => StoredChanges, sending = false): ReactNode {
  const { t } = useTranslation('ui');
  const id = useId();
  const dialog = useContext(DialogContext)?.guards;
  const latest = useRef(stored);
  latest.current = stored;
  const active = unsaved || sending;
  useEffect(() => {
    if (!active) return;
    for (const registry of [guards, dialog]) registry?.set(id, () => (sending ? 'sent' : latest.current()));
    changed();
    here = location.href;
    return () => {
      for (const registry of [guards, dialog]) registry?.delete(id);
      // The answer came before the question was answered: nothing is lost any more.
      if (waiting?.losing.size === 0) waiting = undefined;
      changed();
    };
  }, [active, sending, dialog, id]);
  const pending = useSyncExternalStore(
    subscribe,
    // One question, however many forms are unsaved.
    () => (waiting?.losing.keys().next().value === id ? waiting : undefined),
  );
  const loss = pending ? lossOf(pending.losing, pending.deletesDrafts) : 'none';
  const verb = loss === 'sent' ? 'unawaited' : loss === 'once' ? 'stored' : pending?.inDialog ? 'close' : 'leave';
  return (
    <ConfirmDialog
      open={pending !== undefined}
      onClose={() => setWaiting(undefined)}
      onConfirm={proceed}
      title={t(`form.${verb}Title`)}
      body={t(`form.loss.${loss}`)}
      confirmLabel={t(`form.${verb}`)}
      destructive
    />
  );
}

/** Whether anything on the page is unsaved, or is being sent. */
export const useUnsaved = (): boolean => useSyncExternalStore(subscribe, () => guards.size > 0);

/**
 * Runs an action that would lose unsaved changes (leaving a workspace, for example), after a question where there are
 * any.
 */
export function guarded(action: () => void): void {
  if (guards.size === 0) action();
  else askToLeave(action);
}

/**
 * Leaves without a question, since the page cannot stay: forms with drafts store them.
 * @returns whether there were unsaved changes and all of them are stored
 */
export function leaveUnasked(action: () => void): boolean {
  const areStored = guards.size > 0 && lossOf(guards) === 'all';
  keepDrafts();
  guards.clear();
  setWaiting(undefined);
  action();
  return areStored;
}
