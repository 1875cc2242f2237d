import { element } from '../kit/dom.ts';
import { fill } from '../kit/language.ts';
import { button } from './button.ts';
import type { Drawing } from './fields.ts';
import type { Upload } from './upload.ts';

const LIMIT = 20 * 1024 * 1024;

/** Chooses a file, and displays its progress. @returns the element, and a function that updates it */
export function attachmentField({ words }: Drawing, upload: Upload | null): { node: HTMLElement; update(): void } {
  const input = element('input', {
    id: 'file',
    type: 'file',
    class: 'unseen',
    'aria-describedby': 'file-hint file-state',
  });
  const state = element('p', { id: 'file-state', class: 'small', role: 'status' });
  const bar = element('progress', { max: '100', 'aria-label': words.file.title, hidden: true });
  const choose = element('label', { for: 'file', class: 'act file' }, words.file.choose);
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.value = '';
    if (!file || !upload) return;
    if (file.size > LIMIT) state.textContent = `${file.name}: ${words.file.tooLarge}`;
    else upload.choose(file);
  });
  const remove = button('quiet', words.file.remove, () => {
    upload?.remove();
    input.focus();
  });
  function update(): void {
    const progress = upload?.progress ?? { kind: 'none' as const };
    remove.hidden = progress.kind === 'none' || progress.kind === 'refused';
    bar.hidden = progress.kind !== 'sending';
    switch (progress.kind) {
      case 'none':
        state.textContent = '';
        break;
      case 'sending': {
        const percent = Math.floor((progress.sent / progress.size) * 100);
        bar.value = percent;
        state.textContent = `${progress.name}: ${fill(progress.waits ? words.file.waiting : words.file.uploading, { percent })}`;
        break;
      }
      case 'again':
        state.textContent = `${progress.name}: ${words.file.again}`;
        break;
      case 'done':
        state.textContent = `${progress.name}: ${words.file.done}`;
        break;
      case 'refused':
        state.textContent = `${progress.name}: ${fill(words.file.refused, progress)}`;
    }
  }
  update();
  const node = element(
    'fieldset',
    { class: 'wish' },
    element('legend', {}, `${words.file.title} ${words.optional}`),
    element('p', { id: 'file-hint', class: 'small hint' }, words.file.hint),
    input,
    element('div', { class: 'file-line' }, choose, remove),
    bar,
    state,
  );
  return { node, update };
}
