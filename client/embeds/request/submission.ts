import type { PublicRequestForm } from '../../../shared/requestSubmission/schema.ts';
import type { Language } from '../kit/language.ts';
import { nationalNumber } from '../../../shared/telephone.ts';
import { chosenOf, type Draft, hasGuardian, type Person } from './draft.ts';
import type { SessionOptions } from './session.ts';

const cleaned = ({ firstName, lastName, email, telephone }: Person): Person => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
  telephone: nationalNumber(telephone),
});

/** The body of a request, without parts that are only valid for a short time: token and proof of work. */
export function submissionOf(
  form: PublicRequestForm,
  draft: Draft,
  { uid, channel }: Pick<SessionOptions, 'uid' | 'channel'>,
  language: Language,
) {
  const chosen = chosenOf(form, draft);
  const guarded = hasGuardian(draft);
  return {
    dsrmRequestFormId: form.dsrmFormId,
    dsrmRequestFormVersion: form.version,
    uid,
    consentUUID: chosen.some(({ code }) => code === 'WITHDRAWAL') ? form.consentUUID : null,
    identityValidation: cleaned(draft.who),
    country: draft.who.country,
    ageBand: draft.age || null,
    hasGuardian: guarded,
    guardianInformation: guarded ? cleaned(draft.guardian) : null,
    rights: chosen.map(({ rightRequestId }) => {
      const { options, additional, detail } = draft.rights[rightRequestId]!;
      return {
        rightRequestId,
        selectedRightRequestOptions: options,
        additionalRequestOption: additional.trim(),
        requestDetail: detail.trim(),
      };
    }),
    ...(draft.file?.url && { requestedAttachment: draft.file.url, uploadToken: draft.file.token }),
    collectionChannel: channel ?? 'JS Web Form',
    language,
    website: '',
  };
}
export type SubmissionBody = ReturnType<typeof submissionOf>;
