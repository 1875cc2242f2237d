import type th from '../th/purpose.ts';
import type { Shape } from '../shape.ts';

export default {
  inUse: 'Cannot be deleted: these applications use the purpose. Remove it from them first: {{names}}',
  inPublished:
    'Cannot be deleted: the newest published version of these applications has the purpose. Publish a version without it first: {{names}}',
  inConsent: 'Cannot be deleted: these consent forms use the purpose. Remove it from them first: {{names}}',
  incomplete: 'Not ready to publish. Complete what is missing.',
  problem: {
    chooseOne: 'Select at least one.',
    lawfulBasis: 'Select at least one lawful basis.',
    sensitiveExemption: 'Sensitive data needs explicit consent or an exemption. Select one.',
    retentionNote: 'State why no period can be set.',
    responsible: 'State the responsible department or person.',
    responsibleLeft: 'The responsible person is no longer active. Choose another, or state a department alone.',
    thirdParties: 'Add at least one third party.',
    internalApplications: 'Select the internal applications.',
    lia: {
      fail: {
        purpose:
          'Purpose test, question {{number}} failed: legitimate interests cannot be relied on. Select another basis.',
        necessity:
          'Necessity test, question {{number}} failed: legitimate interests cannot be relied on. Select another basis.',
        balancing:
          'Balancing test, question {{number}} failed: legitimate interests cannot be relied on. Select another basis.',
      },
      unanswered: {
        purpose: 'Purpose test: answer question {{number}}.',
        necessity: 'Necessity test: answer question {{number}}.',
        balancing: 'Balancing test: answer question {{number}}.',
      },
    },
  },
} satisfies Shape<typeof th>;
