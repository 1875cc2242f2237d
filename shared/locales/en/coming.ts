import type { Shape } from '../shape.ts';
import type th from '../th/coming.ts';

export default {
  badge: 'In a later release',
  will: 'What this part will do',
  today: 'Available today',
  openToday: 'Go to {{name}}',
  reference: 'Record named in the link',
  now: {
    purposes:
      'Purposes with lawful basis, personal data categories, recipients and retention can be recorded today; this part will use them, with nothing to re-enter.',
    applications:
      'Applications and processing activities can be recorded today; this part will use them, with nothing to re-enter.',
    activityLogs: 'See today who changed what and when in this workspace.',
    personnel: 'Personnel can be invited and given roles today.',
    workspaces: 'Workspaces, plans and modules can be managed today.',
    policy: 'Read the privacy policy of this product.',
  },
  topic: {
    schedules: {
      lead: 'Consent exported on schedule.',
      lines:
        'Choose the workspaces and consent forms to export\nDaily, weekly or monthly\nAn SFTP destination, with the connection tested before saving\nThe result of each run, and a notification when one fails',
    },
  },
} satisfies Shape<typeof th>;
