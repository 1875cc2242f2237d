import type { ReactNode } from 'react';
import { useLive } from '../live.ts';
import { useSession } from './session.tsx';

/** Keeps what is shown true to the server while somebody is in a workspace. */
export function LiveSession({ children }: { children: ReactNode }) {
  useLive(useSession().ws);
  return children;
}
