import type { Request } from '../../../shared/request/schema.ts';
import type { IdentityView } from '../../../shared/requestIdentity/document.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

/** What the cards about who asks take. */
export interface IdentityCardProps {
  request: Request;
  view: IdentityView;
}

/** Puts what the server answered in place of what was shown. */
export function useShowIdentity(): (view: IdentityView) => void {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  return (view) => {
    cache.requestIdentity.view.setData({ ws, id: view.id }, view);
    void cache.request.get.invalidate({ ws, id: view.id });
  };
}
