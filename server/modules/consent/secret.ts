import { randomBytes } from 'node:crypto';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';

const CONTEXT = 'consents.secret';

/** A fresh secret for a form's tokens: 32 random bytes as base64url. Its text is the HS256 key. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secret for the column `consents.secret`. */
export const sealSecret = (key: WorkspaceKey, secret: string): Buffer => key.seal(CONTEXT, secret);
/** @throws SealError when sealed for another workspace, or changed since */
export const openSecret = (key: WorkspaceKey, sealed: Buffer): string => key.open(CONTEXT, sealed);
