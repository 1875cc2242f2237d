import type th from '../th/legitimateInterest.ts';
import type { Shape } from '../shape.ts';

export default {
  question: {
    interestNamed: 'Is the interest of the organisation or of others clearly named?',
    interestLawful: 'Is the interest lawful and ethical?',
    interestReal: 'Is the interest real and present, rather than a guess?',
    benefit: 'Does the processing bring a benefit that can be named, to the organisation, the data subject or society?',
    otherBasisRequired: 'Does a law require another basis, such as consent, for this processing?',
    servesInterest: 'Does the processing in fact serve the interest?',
    dataMinimal: 'Is only the personal data used that is needed?',
    lessIntrusiveWay: 'Is there another way that intrudes less and works as well?',
    withoutIdentity: 'Could it be done without data that identifies people?',
    expected: 'Would data subjects reasonably expect their data to be used so?',
    vulnerable: 'Are the data subjects minors or otherwise vulnerable?',
    privateNature: 'Is the data very private or sensitive?',
    seriousHarm: 'Could the processing seriously harm the rights and freedoms of data subjects?',
    safeguards: 'Are there safeguards that lessen the effect on data subjects?',
    toldAndObjection: 'Are data subjects told, and can they object easily?',
  },
} satisfies Shape<typeof th>;
