const THAI = /[\u0e00-\u0e7f]/gu;
const LATIN = /[a-z]/giu;
const MARK = 'data-thai';

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;
/** Whether a text is Thai, though it may contain names in Latin letters. */
const isThai = (text: string): boolean => {
  const thai = countOf(text, THAI);
  return thai > 0 && thai > countOf(text, LATIN);
};

/** Sets or removes `lang` on an element whose text is entirely Thai. */
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
 * Marks Thai texts by people for screen readers on an English page (WCAG 2.2, 3.1.2): names of records are displayed
 * everywhere, so they are marked in the document. @returns stops it
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
