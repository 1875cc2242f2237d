import { z } from 'zod';
import * as shapes from '../../../shared/auth/schema.ts';
import { authed, member, memberEvenIfClosed, open, router } from '../trpc/trpc.ts';
import { acceptInvitation, getInvitation, joinInvited, listOwnInvitations } from './invitation.ts';
import { proof } from './proof.ts';
import { requestOwnReset, requestReset, resetPassword } from './passwordReset.ts';
import * as service from './service.ts';
import { completeSignUp, signUp, signUpLink } from './signUp.ts';

export const authRouter = router({
  signIn: open
    .meta({
      rest: { method: 'POST', path: '/auth/login', summary: 'Sign in with e-mail address and password' },
    })
    .input(shapes.signInInput)
    .output(shapes.signedIn)
    .mutation(({ ctx, input }) => service.signIn(ctx, input)),
  signUp: open
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/signup',
        summary: 'Send a link for signing an organisation up; the answer does not reveal whether the address is known',
      },
    })
    .input(shapes.signUpInput)
    .output(shapes.done)
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  signUpLink: open
    .input(shapes.signUpLinkInput)
    .output(shapes.signUpLink)
    .query(({ ctx, input }) => signUpLink(ctx, input)),
  completeSignUp: open
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/signup/complete',
        summary: 'Create the organisation, its first workspace and Admin, with the token of the mail',
        status: 201,
      },
    })
    .input(shapes.completeSignUpInput)
    .output(shapes.signedIn)
    .mutation(({ ctx, input }) => completeSignUp(ctx, input)),
  signOut: authed
    .meta({ rest: { method: 'GET', path: '/logout', summary: 'End the session' } })
    .output(shapes.signedOut)
    .mutation(({ ctx }) => service.signOut(ctx)),
  signOutPersonnel: memberEvenIfClosed
    .meta({
      rest: {
        method: 'POST',
        path: '/{ws}/personnels/logout',
        summary: 'End the session, as personnel of a workspace',
      },
    })
    .output(shapes.signedOut)
    .mutation(({ ctx }) => service.signOut(ctx)),
  requestPasswordReset: open
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/change-password',
        summary: 'Send a link for a new password; the answer does not reveal whether the address is known',
      },
    })
    .input(shapes.requestResetInput)
    .output(shapes.done)
    .mutation(({ ctx, input }) => requestReset(ctx, input)),
  changePassword: authed.output(shapes.done).mutation(({ ctx }) => requestOwnReset(ctx)),
  resetPassword: open
    .meta({
      rest: {
        method: 'POST',
        path: '/auth/reset-password',
        summary: 'Set a new password with the token of the mail; all sessions of the user end',
      },
    })
    .input(shapes.resetPasswordInput)
    .output(shapes.done)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  proof: authed.output(shapes.proof).query(({ ctx }) => proof(ctx)),
  profile: member
    .meta({
      rest: { method: 'GET', path: '/{ws}/personnels/me', summary: 'The signed-in person in this workspace' },
    })
    .output(shapes.profile)
    .query(({ ctx }) => service.profile(ctx)),
  invitation: router({
    get: open
      .input(shapes.invitationInput)
      .output(shapes.invitation)
      .query(({ ctx, input }) => getInvitation(ctx, input)),
    // Of nobody there are none: the page of a link asks before it knows who is there.
    own: open
      .output(z.array(shapes.ownInvitation))
      .query(({ ctx }) => (ctx.session ? listOwnInvitations({ ...ctx, session: ctx.session }) : [])),
    join: authed
      .input(shapes.joinInput)
      .output(shapes.joined)
      .mutation(({ ctx, input }) => joinInvited(ctx, input)),
  }),
  acceptInvitation: open
    .input(shapes.acceptInvitationInput)
    .output(shapes.acceptedInvitation)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  setLocale: authed
    .input(shapes.setLocaleInput)
    .output(shapes.done)
    .mutation(({ ctx, input }) => service.setLocale(ctx, input)),
});
