// Script of /dsrm/form/preview: renders the form that the surrounding editor sends, and nobody else's. Input is not
// stored, and nothing is sent.
import { addressOf, personsOf } from '../../../shared/request/persons.ts';
import type { PreviewedRequestForm, RequestReceived } from '../../../shared/requestSubmission/schema.ts';
import type { Language } from '../kit/language.ts';
import { PREVIEW_PLACE, servePreview } from '../kit/previewPage.ts';
import { newDraft } from './draft.ts';
import { type FormHandle, showForm } from './frame.ts';

const draft = newDraft({});
let drawn: FormHandle | undefined;

/** An invented answer to sending. */
function invented({ expiryDays, rights }: PreviewedRequestForm): RequestReceived {
  const identity = { ...draft.who, guardian: draft.guardian };
  const toConfirm = [...personsOf(draft.age || null)];
  const after = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  return {
    uuid: '',
    requestId: 'DSR-000042',
    verifyBy: after(expiryDays),
    verified: false,
    mailedTo: toConfirm.filter((person) => addressOf({ identity }, person).trim()),
    toConfirm,
    receivedAt: after(0),
    rights: rights
      .filter(({ rightRequestId }) => draft.rights[rightRequestId])
      .map(({ rightRequestId, answerDays }) => ({ rightRequestId, answerBy: after(answerDays) })),
  };
}

function show(
  form: PreviewedRequestForm,
  language: Language,
  drawAgain: (form: PreviewedRequestForm, language: Language) => void,
): void {
  drawn?.close();
  drawn = showForm({
    form,
    draft,
    language,
    place: PREVIEW_PLACE,
    host: { apiUrl: document.baseURI },
    upload: null,
    withdrawNow: null,
    onChange: () => {
      /* displayed in an editor */
    },
    onLanguage: (chosen) => drawAgain(form, chosen),
    onSend: async () => ({ kind: 'sent', received: invented(form) }),
    onClear: () => {
      Object.assign(draft, newDraft({}));
      drawAgain(form, language);
    },
  });
}

servePreview<PreviewedRequestForm>(show);
