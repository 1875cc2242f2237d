import type { Request } from '../../../shared/request/schema.ts';
import type { IdentityView } from '../../../shared/requestIdentity/document.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

/** The props of the identity cards. */
export interface IdentityCardProps {
  request: Request;
  view: IdentityView;
}

/** Replaces the displayed identity data with the server's response. */
export function useShowIdentity(): (view: IdentityView) => void {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  return (view) => {
    cache.requestIdentity.view.setData({ ws, id: view.id }, view);
    void cache.request.get.invalidate({ ws, id: view.id });
  };
}
