import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { splitLocale, withLocale } from '../../shared/registry/routeMatch.ts';
import type { Locale } from '../../shared/locale.ts';
import { keepParams } from '../ui/address.ts';
import type { OwnNavigation } from '../ui/navigationGuard.tsx';

export interface GoOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
}

const own = (options?: GoOptions): OwnNavigation => ({ ...options, own: true });

/**
 * Navigates to a page of the product, keeping language and workspace. Paths have no language. For what follows from an
 * answer or a state: what is being sent does not ask. Where a press opens another page, call it within `guarded`.
 * @example const go = useGo(); go(`/business-function/purpose/${id}`)
 */
export function useGo(): (path: string, options?: GoOptions) => void {
  const [, navigate] = useLocation();
  return useCallback((path: string, options?: GoOptions) => navigate(keepParams(path), own(options)), [navigate]);
}

/** Navigates like `useGo`, unless the user has gone to another page. @returns whether it does */
export type GoFromHere = (path: string, options?: GoOptions) => boolean;

/**
 * For the answer to a call: call it when the call is sent, and what it returns when the answer has come.
 * @example const goLater = useGoLater(); const go = goLater(); const { id } = await create(…); go(address(id));
 */
export function useGoLater(): () => GoFromHere {
  const go = useGo();
  return useCallback(() => {
    const { pathname } = location;
    return (path, options) => {
      const stayed = location.pathname === pathname;
      if (stayed) go(path, options);
      return stayed;
    };
  }, [go]);
}

/** Navigates to a page without a workspace (sign-in, home): the workspace is dropped from the address. */
export function useLeave(): (path: string) => void {
  const [, navigate] = useLocation();
  return useCallback((path: string) => navigate(path, own({ replace: true })), [navigate]);
}

/** The current path, without language and query. */
export const usePath = (): string => useLocation()[0];

/** The workspace in the address, if any. */
export const useWorkspaceParam = (): string | null => new URLSearchParams(useSearch()).get('workspace');

/** The current address in another language, as wouter's absolute address (`~/en/…`). */
export function inLocale(locale: Locale): string {
  const { path } = splitLocale(location.pathname);
  return `~${withLocale(locale, path)}${location.search}${location.hash}`;
}

/** The current page, without language, to return to after sign-in. */
export function here(): string {
  return `${splitLocale(location.pathname).path}${location.search}${location.hash}`;
}

/** The sign-in page that leads back to `next` afterwards. */
export const loginPath = (next: string | null): string =>
  next ? pageAddress('login', { next }) : pageAddress('login');
