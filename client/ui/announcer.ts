const regions = new Map<string, HTMLElement>();

function region(politeness: 'polite' | 'assertive'): HTMLElement {
  const known = regions.get(politeness);
  if (known?.isConnected) return known;
  const element = document.createElement('div');
  element.setAttribute('aria-live', politeness);
  element.dataset['announcer'] = '';
  element.setAttribute('role', politeness === 'polite' ? 'status' : 'alert');
  element.style.cssText = 'position:fixed;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';
  document.body.append(element);
  regions.set(politeness, element);
  return element;
}

/**
 * Says something to screen readers without showing it. Polite waits for a pause in speech.
 * @example announce(t('table.results', { number: 12 }))
 */
export function announce(message: string, politeness: 'polite' | 'assertive' = 'polite'): void {
  const target = region(politeness);
  target.textContent = '';
  // Filled a moment later: readers miss a text that was there when the region appeared, or an equal one.
  setTimeout(() => {
    target.textContent = message;
  }, 60);
}
