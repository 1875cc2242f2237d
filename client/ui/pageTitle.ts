let product = '';
let page = '';
let clock = '';

/** Sets the product name after every title of the browser tab, in the displayed language. */
export function setTitleSuffix(name: string): void {
  product = name;
}

/** Sets the browser tab's title to a page's name. @example showTitle('วัตถุประสงค์') // "วัตถุประสงค์ · ปกป้อง" */
export function showTitle(title: string): void {
  page = title;
  show();
}

/**
 * Sets the remaining time of the page's deadline before its name; '' removes it.
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
