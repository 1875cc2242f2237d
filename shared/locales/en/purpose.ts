import type th from '../th/purpose.ts';
import type { Shape } from '../shape.ts';

export default {
  inUse: 'Cannot be deleted: these applications use the purpose: {{names}}',
  inConsent: 'Cannot be deleted: these consent forms ask for the purpose: {{names}}',
  incomplete: 'Not ready to publish. Please complete what is missing.',
  problem: {
    chooseOne: 'Please choose at least one.',
    lawfulBasis: 'Please choose at least one lawful basis.',
    sensitiveExemption: 'Sensitive data needs explicit consent or at least one exemption.',
    retentionNote: 'Please say why no period can be set.',
    responsible: 'Please name the responsible department or person.',
    thirdParties: 'Please add at least one third party.',
    internalApplications: 'Please choose the internal applications.',
    lia: {
      fail: {
        purpose: 'Purpose test, question {{number}} fails: legitimate interest cannot be relied on.',
        necessity: 'Necessity test, question {{number}} fails: legitimate interest cannot be relied on.',
        balancing: 'Balancing test, question {{number}} fails: legitimate interest cannot be relied on.',
      },
      unanswered: {
        purpose: 'Purpose test, question {{number}} is not answered.',
        necessity: 'Necessity test, question {{number}} is not answered.',
        balancing: 'Balancing test, question {{number}} is not answered.',
      },
    },
  },
} satisfies Shape<typeof th>;
