import type { Personnel } from '../../../shared/personnel/schema.ts';

/** The key of the message about an invitation: it has not been sent while nothing sends its mail. */
export const invitationMessage = (
  how: 'invited' | 'resent',
  { invitationMail }: Pick<Personnel, 'invitationMail'>,
): `personnel.${typeof how}` | `personnel.${typeof how}Unsent` =>
  invitationMail === 'noServer' ? `personnel.${how}Unsent` : `personnel.${how}`;
