import { NO_STATE } from './choice.ts';
import { showForm } from './frame.ts';
import type { ConsentApi } from './types.ts';
import { pageLanguage } from '../kit/language.ts';

/** Renders a form inside an element. Its buttons have no effect; a click on them only closes the list of purposes. */
export const preview: ConsentApi['preview'] = (container, form, { language = pageLanguage() } = {}) => {
  let spoken = language;
  const draw = (content: typeof form, open: boolean) =>
    showForm({
      form: content,
      language: spoken,
      state: NO_STATE,
      place: { kind: 'preview', inside: container },
      base: document.baseURI,
      open,
      onChoose: async () => ({ kind: 'received' }),
      onClose: () => {
        /* displayed in an editor */
      },
      onLanguage: (chosen) => {
        spoken = chosen;
      },
    });
  let handle = draw(form, false);
  return {
    update(next, { language: wanted = spoken } = {}) {
      spoken = wanted;
      const open = handle.isOpen();
      handle.close();
      handle = draw(next, open);
    },
    close: () => handle.close(),
  };
};
