import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { RouterOutputs } from '../../trpc.ts';

/** Where the caller is Admin and the console is on. */
export type ConsoleWorkspaces = RouterOutputs['consentAdmin']['consoleWorkspaces'];
/** Those of them that use consent. */
export type AdminWorkspaces = RouterOutputs['consentAdmin']['workspaces'];

/** The answers to one form of one workspace, on the console. */
export const answersHref = (workspaceId: string, consentId: string): string =>
  pageAddress('adminsDashboard', { tab: 'answers', in: workspaceId, form: consentId });
