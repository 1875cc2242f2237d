const regions = new Map<string, HTMLElement>();
/** How long a message stays in the live region: it is queued as soon as it is added. */
const MESSAGE_MS = 5000;

function region(politeness: 'polite' | 'assertive'): HTMLElement {
  const known = regions.get(politeness);
  if (known?.isConnected) return known;
  const element = document.createElement('div');
  element.setAttribute('aria-live', politeness);
  // Each message separately; the roles status and alert would read all of them again with each.
  element.setAttribute('aria-atomic', 'false');
  element.setAttribute('aria-relevant', 'additions');
  element.style.cssText = 'position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';
  document.body.append(element);
  regions.set(politeness, element);
  return element;
}

/**
 * Announces a text to screen readers without displaying it. Polite waits for a pause in speech. Messages in quick
 * succession are all read.
 * @example announce(t('table.results', { number: 12 }))
 */
export function announce(message: string, politeness: 'polite' | 'assertive' = 'polite'): void {
  const target = region(politeness);
  const line = document.createElement('div');
  line.dataset['announcer'] = '';
  line.textContent = message;
  // A moment later: screen readers miss a text that was present when the region appeared.
  setTimeout(() => {
    target.append(line);
    setTimeout(() => line.remove(), MESSAGE_MS);
  }, 60);
}
