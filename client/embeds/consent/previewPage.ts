// Script of /consent/form/preview: renders the form that the surrounding editor sends, and nobody else's. Its buttons
// have no effect; a click on them only closes the list of purposes.
import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { PREVIEW_PLACE, servePreview } from '../kit/previewPage.ts';
import { NO_STATE } from './choice.ts';
import { type FormHandle, showForm } from './frame.ts';

let drawn: FormHandle | undefined;

servePreview<PublicConsentForm>((form, language) => {
  const open = drawn?.isOpen();
  drawn?.close();
  drawn = showForm({
    form,
    language,
    state: NO_STATE,
    place: PREVIEW_PLACE,
    host: { apiUrl: location.origin },
    open,
    onChoose: async () => undefined,
    onClose: () => {
      /* displayed in an editor */
    },
    onLanguage: () => {
      /* the form changes its texts itself */
    },
  });
});
