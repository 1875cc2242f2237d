import { useRef } from 'react';
import { randomId } from '../embeds/kit/storage.ts';

/**
 * The key of what is sent: the same for the same content, so that it is stored once where its answer was lost, and
 * another once the content has changed.
 * @example const keyOf = useContentKey(); send({ id: keyOf({ text, fileIds }), text, fileIds })
 */
export function useContentKey(): (content: object) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: randomId() };
    return last.current.key;
  };
}
