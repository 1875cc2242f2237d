import { useEffect, useState } from 'react';

/**
 * The link behind the # of the address, which no server or proxy receives. Another link opened in the same tab only
 * changes the #: it is read again; an empty one leaves the page unchanged.
 */
export function useLink<Link>(read: (hash: string) => Link): Link {
  const [link, setLink] = useState(() => read(location.hash));
  useEffect(() => {
    const follow = () => setLink((before) => read(location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [read]);
  return link;
}
