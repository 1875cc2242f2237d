import { chakra } from '@chakra-ui/react';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { Link as RouterLink, useSearch } from 'wouter';
import { isPage, keepParams } from './address.ts';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'color'> {
  href: string;
  /** Replaces the current history entry. */
  replace?: boolean;
  className?: string;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * An unstyled link: routed inside the application, plain outside, keeping the workspace. Other components build on it.
 */
export function AppLink({ href, replace = false, ...rest }: AppLinkProps) {
  const search = useSearch();
  // The router would look for a page at the address of a file.
  if (!isPage(href) || rest.download !== undefined)
    return <a href={href} {...(rest.target === '_blank' && { rel: 'noreferrer' })} {...rest} />;
  return <RouterLink href={keepParams(href, search)} replace={replace} {...rest} />;
}

/**
 * A text link.
 * @example <Link href="/consent">…</Link>
 */
export const Link = chakra(
  AppLink,
  {
    base: {
      color: 'accent.text',
      textDecoration: 'underline',
      textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
      textUnderlineOffset: '3px',
      borderRadius: '2px',
      _hover: { textDecorationColor: 'currentColor' },
    },
  },
  { defaultProps: { 'data-link': '' } },
);
