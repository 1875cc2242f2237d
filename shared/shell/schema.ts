import { z } from 'zod';
import { profile } from '../auth/schema.ts';
import { id } from '../text.ts';
import { workspace, workspaceList } from '../workspace/schema.ts';

/** What the client must know before anybody has signed in. */
export const shellConfig = z.object({
  /** The special customer variant moves the approval line to the menu and hides the Admin Console. */
  variant: z.enum(['standard', 'special']),
  signup: z.enum(['open', 'closed']),
  /** The organisation's own OpenID Connect provider, by the name its button shows; `only`: passwords open nothing. */
  oidc: z.object({ name: z.string(), only: z.boolean() }).nullable(),
  support: z.object({ phone: z.string(), emails: z.array(z.string()) }),
  /** The user manual, opened in a new tab. */
  manualUrl: z.string().nullable(),
  version: z.string(),
  /** The demo organisations are there. */
  demo: z.boolean(),
  /** Mails are kept for an Admin to read in place of being sent. */
  devMail: z.boolean(),
});
export type ShellConfig = z.infer<typeof shellConfig>;

/** What a page begins with: what anybody may know, and of those who are signed in where and who they are. */
export const shellStart = z.object({
  config: shellConfig,
  /** The first page of the caller's workspaces; null of nobody. */
  workspaces: workspaceList.nullable(),
  /**
   * The workspace that was asked for, else the first of the list that is open, with the caller in it; null where there
   * is none that they may enter now.
   */
  current: z.object({ ws: id, workspace, profile }).nullable(),
});

export type ShellStart = z.infer<typeof shellStart>;

/** The server's clock, ISO 8601 in UTC with milliseconds: what countdowns on every screen go by. */
export const serverTime = z.object({ now: z.string() });
