let product = '';

/** Names the product behind every title of the browser tab, in the language shown. */
export function setTitleSuffix(name: string): void {
  product = name;
}

/** Puts a page's name into the browser tab. @example showTitle('วัตถุประสงค์') // "วัตถุประสงค์ · ปกป้อง" */
export function showTitle(title: string): void {
  document.title = product ? `${title} · ${product}` : title;
}
