import type { TRPCClient } from '@trpc/client';
import type { QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '../../server/router.ts';
import { followServerTime } from '../clock/serverTime.ts';
import { refetchOn } from './queries.ts';
import { type FollowOptions, followStream } from './stream.ts';

interface Followed extends FollowOptions {
  client: Pick<TRPCClient<AppRouter>, 'notification' | 'shell'>;
  queryClient: QueryClient;
}

/**
 * Follows the events of a workspace and refetches what they change, and follows the server's clock, until the returned
 * function is called.
 */
export function follow({ queryClient, ...options }: Followed): () => void {
  const unfollow = followServerTime(options.client);
  const refetch = refetchOn(queryClient, options.ws);
  const stop = followStream({
    ...options,
    onEvent(event) {
      refetch.take(event);
      options.onEvent(event);
    },
  });
  return () => {
    unfollow();
    stop();
    refetch.stop();
  };
}
