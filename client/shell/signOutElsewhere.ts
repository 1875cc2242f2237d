/** A sign-out in another tab of this browser: on its way, refused, or done. */
type SignOut = 'started' | 'failed' | 'ended';

const NAME = 'pokpong_sign_out';

/** Informs the other tabs of a sign-out in this one. */
export function announceSignOut(stage: SignOut): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(stage);
  channel.close();
}

/** Calls `listener` for every stage of a sign-out in another tab. @returns unsubscribes */
export function onSignOutElsewhere(listener: (stage: SignOut) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SignOut>) => listener(data);
  return () => channel.close();
}
