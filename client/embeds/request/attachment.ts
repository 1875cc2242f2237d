import { element } from '../kit/dom.ts';
import { fill } from '../kit/language.ts';
import { button } from './button.ts';
import type { Drawing } from './fields.ts';
import type { Upload, UploadProgress } from './upload.ts';

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
  function textOf(progress: Exclude<UploadProgress, { kind: 'none' }>): string {
    const text = words.file[progress.kind === 'sending' && progress.waits ? 'waiting' : progress.kind];
    return fill(text, { percent: bar.value, message: progress.kind === 'refused' ? progress.message : '' });
  }
  function update(): void {
    const progress = upload?.progress ?? { kind: 'none' as const };
    remove.hidden = progress.kind === 'none' || progress.kind === 'refused';
    bar.hidden = progress.kind !== 'sending';
    if (progress.kind === 'sending') bar.value = Math.floor((progress.sent / progress.size) * 100);
    state.textContent = progress.kind === 'none' ? '' : `${progress.name}: ${textOf(progress)}`;
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
