import type { Shape } from '../shape.ts';
import type th from '../th/comment.ts';

export default {
  title: 'Comments',
  record: 'The whole record',
  none: 'No comments yet',
  noneOpen: 'No open threads',
  open: 'Comment on the whole record',
  of: 'Comments: {{field}}',
  ofCount_one: 'Comments: {{field}} ({{number}} open thread)',
  ofCount_other: 'Comments: {{field}} ({{number}} open threads)',
  threads_one: '{{number}} thread',
  threads_other: '{{number}} threads',
  showResolved_one: 'Show the resolved thread',
  showResolved_other: 'Show {{number}} resolved threads',
  body: 'Comment',
  mention: 'Mention personnel',
  mentionHelp: 'Those you choose are notified',
  mentioned: 'Mentioned: {{names}}',
  add: 'Add a comment',
  reply: 'Reply',
  send: 'Send',
  cancel: 'Cancel',
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolved: 'Resolved by {{name}}, {{time}}',
  formerMember: 'A former member',
  refusal: {
    full: 'This record already has {{limit}} comments, the most there can be. Resolve older threads and write what was decided into the fields.',
    mention: 'Only active personnel who may read this record can be mentioned. Choose someone else.',
    threadNotFound: 'This thread does not exist. Reload the page and try again.',
  },
} satisfies Shape<typeof th>;
