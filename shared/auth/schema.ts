import { z } from 'zod';
import { pageAddress } from '../registry/addresses.ts';
import { LOCALES } from '../locale.ts';
import { ROLES } from '../registry/roles.ts';
import { email, id, LIMITED, password, requiredText } from '../text.ts';

/** Hours a link for signing up works. */
export const SIGN_UP_HOURS = 24;
/** Hours a link for a new password works. */
export const RESET_HOURS = 1;

/** Anything may be tried as a password; rules hold for new ones only. */
const tried = z
  .string({ error: 'errors:required' })
  .min(1, { error: 'errors:required' })
  .max(1000, { error: 'errors:passwordLong', ...LIMITED });
/** The secret of a link in a mail. */
const token = z
  .string({ error: 'errors:required' })
  .min(1, { error: 'errors:required' })
  .max(200, { error: 'errors:invalid', ...LIMITED });

/** Minutes after signing in during which somebody without a password need not sign in again to prove who they are. */
export const PROOF_MINUTES = 5;
export const proof = z.object({
  /** How the caller proves that it is still they. */
  by: z.enum(['password', 'signIn']),
  /** Whether the session is younger than `PROOF_MINUTES`, and began with the provider asking the person again. */
  fresh: z.boolean(),
});
export type Proof = z.infer<typeof proof>;
/** The caller's own password, typed again; left out by those who have none. */
export const passwordAgain = tried.optional();

export const signInInput = z.object({ email, password: tried });

export const signUpInput = z.object({
  organizationName: requiredText(200),
  workspaceName: requiredText(200),
  name: requiredText(200),
  email,
});
/** What a link for signing up is for; `email` null: of the operator, and its holder says the rest. */
export const signUpLinkInput = z.object({ token });
export const signUpLink = z.object({
  email: z.string().nullable(),
  organizationName: z.string(),
  workspaceName: z.string(),
  name: z.string(),
});
export type SignUpLink = z.infer<typeof signUpLink>;
/** The fields beside the password are for links of the operator alone: a link that was mailed has them already. */
export const completeSignUpInput = signUpInput.partial().extend({ token, password });

/** A session just begun. Over REST with its token; a browser gets that in its cookie alone. */
export const signedIn = z.object({
  accessToken: z
    .string()
    .optional()
    .meta({ description: 'For `Authorization: Bearer`. Only in answers over REST; browsers have the cookie.' }),
  expiresAt: z.string().meta({ description: 'When the session ends at the latest, ISO 8601.' }),
});
export type SignedIn = z.infer<typeof signedIn>;

/** The answer of calls that have nothing to tell. */
export const done = z.object({ done: z.literal(true) });

/** Whose session has ended. */
export const signedOut = done.extend({ userId: id });

/** An empty address has a message of its own, so it is let through here and judged by the service. */
export const requestResetInput = z.object({
  email: z
    .string()
    .trim()
    .max(254, { error: 'errors:email', ...LIMITED })
    .default(''),
});
export const resetPasswordInput = z.object({ token, password });

export const invitationInput = z.object({ token });
export const invitation = z.object({
  workspace: z.object({ id, name: z.string() }),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /**
   * How the account of the address proves who accepts, unless its owner is signed in: by its `password`, or, without
   * one, through the provider (`provider`); `none`: there is no account. What has no password may set one.
   */
  account: z.enum(['password', 'provider', 'none']),
  /** Whether the caller is signed in with the invited address. */
  signedIn: z.boolean(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitation>;
export const acceptInvitationInput = z.object({
  token,
  password: tried.optional(),
  name: requiredText(200).optional(),
});
export const acceptedInvitation = signedIn.extend({ workspaceId: id });

/** An open invitation of somebody who is signed in. */
export const ownInvitation = invitation.pick({ workspace: true, role: true, expiresAt: true });
export type OwnInvitation = z.infer<typeof ownInvitation>;
export const joinInput = z.object({ workspaceId: id });
export const joined = z.object({ workspaceId: id });

export const setLocaleInput = z.object({ locale: z.enum(LOCALES) });

/** The profile call, in the shape of the specification (spec 1 section 3), and what the client needs beside. */
export const profile = z.object({
  /** The account, which is the same in all workspaces. */
  decodedUserInfo: z.object({ id, email: z.string() }),
  personnel: z.object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    photoId: id.nullable(),
    roles: z.array(z.number().int()).meta({ description: 'Role values; the first is the role.' }),
    role_name: z.enum(ROLES),
  }),
  locale: z.enum(LOCALES),
  workspace: z.object({ id, name: z.string() }),
});
export type Profile = z.infer<typeof profile>;

/** Why sign-in through the provider did not work; the text is `auth:oauthError.<reason>`. */
export const OAUTH_ERRORS = ['off', 'cancelled', 'expired', 'unverified', 'unknown', 'unusable', 'failed'] as const;
export type OauthError = (typeof OAUTH_ERRORS)[number];
/** The page that an unsuccessful sign-in through the provider leads to, with `?error=<reason>`. */
export const OAUTH_ERROR_PAGE = pageAddress('login');
/** Begins sign-in through the provider; `next` is where to go afterwards, `locale` the language shown. */
export const OAUTH_START = '/oauth/start';

/**
 * The token of a mail's link: it stands behind the #, which browsers send to nobody. Example: `tokenOf(location.hash)`
 */
export function tokenOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token');
}
