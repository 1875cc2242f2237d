/**
 * Copies a text. Without TLS scripts have no clipboard: the content of `element` is selected and copied instead.
 * @returns whether it was copied
 */
export async function copyToClipboard(text: string, element?: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!element) return false;
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
