import type { Page } from 'playwright-core';

/**
 * The combinations of text and background colours of the page, each once: they determine whether a text has enough
 * contrast, apart from what covers it. A text over a picture or a gradient is a new combination each time.
 */
export function colourPairs(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pairs = new Set<string>();
    const grounds = new Map<Element | null, string>([[null, '']]);
    /** The backgrounds of an element down to the first opaque one. */
    const groundOf = (element: Element | null): string => {
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element!);
      const own = `${backgroundColor}${opacity === '1' ? '' : ` at ${opacity}`}`;
      const solid = backgroundColor.startsWith('rgb(') && opacity === '1';
      const image = backgroundImage === 'none' ? '' : ` under ${backgroundImage} ${performance.now()}`;
      const clear = backgroundColor === 'rgba(0, 0, 0, 0)' && opacity === '1' && image === '';
      const below = solid ? '' : groundOf(element!.parentElement);
      const ground = clear ? below : `${own}${image}${below && `, ${below}`}`;
      grounds.set(element, ground);
      return ground;
    };
    for (const element of document.body.querySelectorAll('*')) {
      const written =
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== '');
      if (!written || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      // Large text for contrast: 24 px, or 18.66 px in bold.
      const size = parseFloat(fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      pairs.add([color, large ? 'large' : 'small', textShadow, groundOf(element)].join(' | '));
    }
    return [...pairs];
  });
}
