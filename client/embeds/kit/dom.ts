type Child = Node | string | null | undefined | false;

/**
 * An element with attributes and children. Texts are set as text, never as markup; styles come from the style sheet.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | boolean> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) continue;
    node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

/** A button without a text. */
export function clickable(name: string, onClick: () => void): HTMLButtonElement {
  const control = element('button', { type: 'button', class: name });
  control.addEventListener('click', onClick);
  return control;
}

/** The address if it is a web address, resolved against `base`; undefined for anything else (javascript:, data:). */
export function webAddress(value: string | null | undefined, base?: string): string | null {
  if (!value) return null;
  try {
    const url = new URL(value, base);
    return /^(https?|blob):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The focused element, also inside shadow roots. */
export function focused(): HTMLElement | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found instanceof HTMLElement ? found : null;
}
