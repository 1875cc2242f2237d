import type { Locale } from '../../../shared/locale.ts';
import { type PagedEntity, recordAddress } from '../../../shared/registry/entities.ts';
import { withLocale } from '../../../shared/registry/routeMatch.ts';
import type { Config } from '../config.ts';

/** What the product's address is made of. */
export type PublicConfig = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/**
 * The address under which people reach the product, without a slash at its end. Never taken from a request's Host
 * header.
 */
export function publicAddress(config: PublicConfig): string {
  if (config.publicUrl) return config.publicUrl;
  const host =
    config.host === '0.0.0.0' || config.host === '::'
      ? 'localhost'
      : config.host.includes(':')
        ? `[${config.host}]`
        : config.host;
  return `http://${host}:${config.port}`;
}

/**
 * A link into the product in the reader's language. A token goes behind the #: browsers send that part to nobody, so
 * it stands in no log and no Referer.
 */
export function linkTo(config: PublicConfig, locale: Locale, path: string, token?: string): string {
  return `${publicAddress(config)}${withLocale(locale, path)}${token === undefined ? '' : `#token=${encodeURIComponent(token)}`}`;
}

/**
 * A link to the page of a workspace's record in the reader's language. It names the workspace: whoever belongs to
 * several would enter another one.
 */
export const recordLink = (
  config: PublicConfig,
  { locale }: { readonly locale: Locale },
  entity: PagedEntity,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): string => linkTo(config, locale, recordAddress(entity, id, { workspace: workspaceId }));
