import type th from '../th/legitimateInterest.ts';
import type { Shape } from '../shape.ts';

export default {
  question: {
    interestNamed: 'Is the interest of the organisation or of others clearly stated?',
    interestLawful: 'Is the interest lawful and ethical?',
    interestReal: 'Is the interest real and current, rather than speculative?',
    benefit: 'Does the processing bring an identifiable benefit to the organisation, the data subject or society?',
    otherBasisRequired: 'Does a law require another basis, such as consent, for this processing?',
    servesInterest: 'Does the processing in fact serve the interest?',
    dataMinimal: 'Is only the necessary personal data used?',
    lessIntrusiveWay: 'Is there a less intrusive way that works as well?',
    withoutIdentity: 'Could it be done without identifiable data?',
    expected: 'Would data subjects reasonably expect this use of their data?',
    vulnerable: 'Are the data subjects minors or otherwise vulnerable?',
    privateNature: 'Is the data highly private or sensitive?',
    seriousHarm: 'Could the processing seriously harm the rights and freedoms of data subjects?',
    safeguards: 'Are there safeguards that reduce the effect on data subjects?',
    toldAndObjection: 'Are data subjects informed, and can they object easily?',
  },
} satisfies Shape<typeof th>;
