import { element } from '../kit/dom.ts';

/** A button with a text. */
export function button(name: string, text: string, onClick: () => void): HTMLButtonElement {
  const control = element('button', { type: 'button', class: name }, text);
  control.addEventListener('click', onClick);
  return control;
}
