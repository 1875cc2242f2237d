import type { Stopped } from '../db/backup/outgoing.ts';

/** What to say of a copy in which this was stopped; `bucket`: that of its files, if any. */
export function stoppedText(
  stopped: readonly Stopped[],
  { bucket, takesOverFiles }: { bucket: string | undefined; takesOverFiles: boolean },
): string[] {
  const paused = listed(stopped, 'paused');
  const ended = listed(stopped, 'ended');
  return [
    'Sessions, links for new passwords, invitations and tokens of agents of data subjects are left out: people sign in again, whoever was invited is invited again, and agents get new tokens by their keys.',
    'API keys that were revoked or rotated after this backup work again as they did then: revoke them again on the page Integrations.',
    'Secrets of consent and request forms that were replaced since work again too, and whoever was suspended, deactivated or got a lower role since has the access of before: repeat these changes.',
    'No mail and no report to agents of data subjects goes out. Where this installation takes the place of the original: npm run admin -- take-over',
    ...(paused
      ? [
          `Paused: ${paused}, so that a copy delivers nothing and reads no mailbox of the original. Where this is the installation that is used, Admins resume them.`,
        ]
      : []),
    ...(ended
      ? [
          `Not sent: ${ended} that were waiting, since the original has sent most of them. Records show such mails as failed and can send them again.`,
        ]
      : []),
    ...(bucket === undefined
      ? []
      : [
          takesOverFiles
            ? `The bucket ${bucket} is now the one of this installation: the original must not run any more.`
            : `This copy does not start with the bucket of the original, whose files it would remove. Give it a bucket without the file "installation", or run this with --takes-over-files where it takes the place of the original.`,
        ]),
  ];
}

/** Which rows were stopped with this outcome, and how many of each; '' where there were none. */
function listed(stopped: readonly Stopped[], outcome: Stopped['outcome']): string {
  const those = stopped.filter((one) => one.outcome === outcome);
  const list = new Intl.ListFormat('en');
  return those.some(({ rows }) => rows > 0) ? list.format(those.map(({ rows, name }) => `${rows} ${name}`)) : '';
}
