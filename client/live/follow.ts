import type { QueryClient } from '@tanstack/react-query';
import { refetchOn } from './queries.ts';
import { type FollowOptions, followStream } from './stream.ts';

/** Follows the events of a workspace and refetches what they change, until the returned function is called. */
export function follow({ queryClient, ...options }: FollowOptions & { queryClient: QueryClient }): () => void {
  const refetch = refetchOn(queryClient, options.ws);
  const stop = followStream({
    ...options,
    onEvent(event) {
      refetch.take(event);
      options.onEvent(event);
    },
  });
  return () => {
    stop();
    refetch.stop();
  };
}
