import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { splitLocale, withLocale } from '../../shared/registry/routeMatch.ts';
import type { Locale } from '../../shared/locale.ts';
import { keepParams } from '../ui/address.ts';

export interface GoOptions {
  /** Replaces the current entry of the history. */
  replace?: boolean;
}

/**
 * Goes to a page of the product, keeping language and workspace. Paths carry no language.
 * @example const go = useGo(); go(`/business-function/purpose/${id}`)
 */
export function useGo(): (path: string, options?: GoOptions) => void {
  const [, navigate] = useLocation();
  return useCallback((path: string, options?: GoOptions) => navigate(keepParams(path), options), [navigate]);
}

/** Goes to a page that is of no workspace (sign-in, home): the workspace falls away. */
export function useLeave(): (path: string) => void {
  const [, navigate] = useLocation();
  return useCallback((path: string) => navigate(path, { replace: true }), [navigate]);
}

/** The path now shown, without language and query. */
export const usePath = (): string => useLocation()[0];

/** The workspace that the address names, if any. */
export const useWorkspaceParam = (): string | null => new URLSearchParams(useSearch()).get('workspace');

/** The address now shown in another language, as wouter's absolute address (`~/en/…`). */
export function inLocale(locale: Locale): string {
  const { path } = splitLocale(location.pathname);
  return `~${withLocale(locale, path)}${location.search}${location.hash}`;
}

/** The page now shown, without language, to come back to after signing in. */
export function here(): string {
  return `${splitLocale(location.pathname).path}${location.search}${location.hash}`;
}

/** The sign-in page that leads back to `next` afterwards. */
export const loginPath = (next: string | null): string =>
  next ? pageAddress('login', { next }) : pageAddress('login');
