import type { Locale } from '../../../shared/locale.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import type { Deps, Membership } from '../trpc/context.ts';
import type { SignedIn } from './sessions.ts';

/** What a session has where a program calls by a key. */
export interface ProgramKey {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly scopes: readonly Permission[];
}

/** A key that a program calls by, and who it acts for, as they are now. */
export interface ProgramCaller {
  readonly key: ProgramKey;
  readonly userId: string;
  readonly membership: Membership;
  readonly locale: Locale;
  /** When the session of this call ends, ISO 8601. */
  readonly expiresAt: string;
}

/** Keys by which programs call, each in one workspace: bearer tokens that open no session of a user. */
export interface ProgramKeys {
  /** Whether a token has the form of a key; any other is looked for among the sessions of users. */
  isKey(token: string): boolean;
  /**
   * Who calls by a key from an address, asked under the role of sign-in.
   * @throws 401 for a key that does not work, 403 for one that may not be used from there
   */
  resolve(deps: Pick<Deps, 'authDb' | 'modules' | 'now'>, key: string, address: string): Promise<ProgramCaller>;
}

/** The session of a call by a key, with the one place that it may act in. */
export const signedInByKey = ({ key, userId, membership, locale, expiresAt }: ProgramCaller): SignedIn => ({
  session: {
    userId,
    email: membership.personnel.email,
    name: membership.personnel.name,
    locale,
    handle: key.id,
    kind: 'api',
    expiresAt,
    program: key,
  },
  memberships: [membership],
});
