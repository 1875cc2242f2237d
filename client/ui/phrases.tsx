import { chakra } from '@chakra-ui/react';
import { Fragment, isValidElement } from 'react';
import type { ReactNode } from 'react';
import { phrasesOf } from '../../shared/phrases.ts';

const Phrase = chakra('span', { base: { whiteSpace: 'nowrap' } });
/** Shorter texts always fit on a line. */
const SHORT = 16;
const CACHE_SIZE = 1000;
const cache = new Map<string, ReactNode>();

function phrased(text: string): ReactNode {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const drawn = phrasesOf(text).map((part, index) =>
    part.bound ? <Phrase key={index}>{part.text}</Phrase> : <Fragment key={index}>{part.text}</Fragment>,
  );
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(text, drawn);
  return drawn;
}

/**
 * Texts of a block whose lines do not break inside a word, or between a number and its unit. Other nodes are unchanged.
 * @example <chakra.p>{phrases(description)}</chakra.p>
 */
export function phrases(node: ReactNode): ReactNode {
  if (typeof node === 'string') return node.length < SHORT ? node : phrased(node);
  if (!Array.isArray(node)) return node;
  return node.map((part: ReactNode, index) =>
    isValidElement(part) ? part : <Fragment key={index}>{phrases(part)}</Fragment>,
  );
}
