const THAI = /[\u0e00-\u0e7f]/gu;
const LATIN = /[a-z]/giu;
const MARK = 'data-thai';

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;
/** Whether a text is one in Thai, though it may name something in Latin letters. */
const isThai = (text: string): boolean => {
  const thai = countOf(text, THAI);
  return thai > 0 && thai > countOf(text, LATIN);
};

/** Says of an element that holds nothing but Thai that it does, and of one that no longer does that it does not. */
function mark(element: Element | null): void {
  if (!element) return;
  if (isThai(element.textContent)) {
    if (!element.hasAttribute('lang') && element.closest('[lang]')?.getAttribute('lang') !== 'th') {
      element.setAttribute('lang', 'th');
      element.setAttribute(MARK, '');
    }
  } else if (element.hasAttribute(MARK)) {
    element.removeAttribute('lang');
    element.removeAttribute(MARK);
  }
}

function markWithin(node: Node): void {
  if (node.nodeType === Node.TEXT_NODE) return mark(node.parentElement);
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) mark(texts.currentNode.parentElement);
}

/**
 * What people wrote in Thai says so to screen readers on a page in English (WCAG 2.2, 3.1.2): names of records come
 * from everywhere, so it is marked where it is drawn. @returns ends it
 */
export function markThaiTexts(root: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') markWithin(target);
      else addedNodes.forEach(markWithin);
  });
  markWithin(root);
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    for (const element of root.querySelectorAll(`[${MARK}]`)) {
      element.removeAttribute('lang');
      element.removeAttribute(MARK);
    }
  };
}
