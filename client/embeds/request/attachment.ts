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
  const bar = element('progress', { max: '100', 'aria-label': words.file.title });
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
    const progress: UploadProgress = upload?.progress ?? { kind: 'none' };
    const { kind } = progress;
    remove.hidden = kind === 'none' || kind === 'refused';
    bar.hidden = !('sent' in progress);
    if ('sent' in progress) bar.value = Math.floor((progress.sent / progress.size) * 100);
    state.textContent =
      kind === 'none' ? '' : `${progress.name}: ${fill(words.file[kind], { ...progress, percent: bar.value })}`;
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
