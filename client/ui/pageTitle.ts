let product = '';
let page = '';
let clock = '';

/** Names the product behind every title of the browser tab, in the language shown. */
export function setTitleSuffix(name: string): void {
  product = name;
}

/** Puts a page's name into the browser tab. @example showTitle('วัตถุประสงค์') // "วัตถุประสงค์ · ปกป้อง" */
export function showTitle(title: string): void {
  page = title;
  show();
}

/**
 * Puts the time left of the page's clock before its name; '' takes it away.
 * @example setTitleClock('71:58') // "71:58 · …"
 */
export function setTitleClock(text: string): void {
  if (text === clock) return;
  clock = text;
  show();
}

function show(): void {
  document.title = [clock, page, product].filter(Boolean).join(' · ');
}
