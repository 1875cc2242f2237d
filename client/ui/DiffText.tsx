import { diffArrays } from 'diff';
import { useMemo } from 'react';
import { Deleted, Inserted } from './DiffView.tsx';

/** Thai is written without spaces: the browser's own dictionary finds the words. */
const words = new Intl.Segmenter('th', { granularity: 'word' });
const split = (text: string): string[] => Array.from(words.segment(text), (part) => part.segment);

/** One text in two versions, word by word; used through DiffView, which loads it when needed. */
export default function DiffText({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffArrays(split(before), split(after)), [before, after]);
  return parts.map((part, index) => {
    const text = part.value.join('');
    return part.removed ? (
      <Deleted key={index}>{text}</Deleted>
    ) : part.added ? (
      <Inserted key={index}>{text}</Inserted>
    ) : (
      <span key={index}>{text}</span>
    );
  });
}
