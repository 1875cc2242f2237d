import { useEffect, useState } from 'react';

/**
 * What stands behind the # of the address, where no server or proxy sees it. Another link followed in the same tab
 * changes the # alone: it is read again; one that says nothing leaves the page as it is.
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
