import { randomBytes } from 'node:crypto';
import { DEFAULT_LOCALE } from '../../../shared/locale.ts';
import { linkTo, type PublicConfig } from '../mail/links.ts';

/** Bytes of a link's token: nobody guesses it. */
const TOKEN_BYTES = 24;

/** The token of a page behind a link. */
export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A page behind a link, as its settings keep it. */
export interface LinkSettings {
  /** Null until the page is opened for the first time. */
  token: string | null;
  isOpen: boolean;
}

/**
 * The token after settings were saved. The first opening issues it; closing keeps it, so that the same link works again
 * once the page is open. `newLinkToken` in its place ends a link for good.
 */
export const tokenAfter = (before: string | null, isOpen: boolean): string | null =>
  before ?? (isOpen ? newLinkToken() : null);

/**
 * The link to hand out; null while the page is closed. The token stands behind the #, which browsers send to nobody;
 * the page opens in the product's first language and offers the other.
 */
export const linkOf = (config: PublicConfig, path: string, { token, isOpen }: LinkSettings): string | null =>
  isOpen && token ? linkTo(config, DEFAULT_LOCALE, path, token) : null;
