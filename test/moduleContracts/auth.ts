import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

const ORGANIZATION = { organizationName: 'Other', workspaceName: 'Other', name: 'Somebody' };

export default {
  calls: [
    ['POST', `${V1}/auth/login`, 'open'],
    ['POST', `${V1}/auth/signup`, 'open'],
    ['POST', `${V1}/auth/signup/complete`, 'open'],
    ['GET', `${V1}/logout`, 'session'],
    ['POST', `${V1}/{ws}/personnels/logout`, 'session'],
    ['POST', `${V1}/auth/change-password`, 'open'],
    ['POST', `${V1}/auth/reset-password`, 'open'],
    ['GET', `${V1}/{ws}/personnels/me`, 'session'],
  ],
  samples: {
    'auth.signIn': of((world) => ({ email: world.emails.admin, password: 'never the right one' }), {
      refused: ['auth.wrong'],
      bearer: true,
    }),
    'auth.signUp': of(() => ({ ...ORGANIZATION, email: 'somebody@signup.example' }), {
      refused: ['auth.signupClosed'],
    }),
    'auth.signUpLink': of((world) => ({ token: world.tokens.signUp }), { bearer: true }),
    'auth.completeSignUp': of(
      (world) => ({
        ...ORGANIZATION,
        email: `first.${world.tokens.signUp.toLowerCase()}@signup.example`,
        token: world.tokens.signUp,
        password: 'long enough 2026 pokpong',
      }),
      { bearer: true, refused: ['auth.httpOnly'] },
    ),
    'auth.signOut': of(() => ({})),
    'auth.signOutPersonnel': of(ws),
    'auth.requestPasswordReset': of((world) => ({ email: world.emails.admin }), { bearer: true }),
    'auth.changePassword': of(() => ({})),
    'auth.resetPassword': of((world) => ({ token: world.tokens.reset, password: 'long enough 2026 pokpong' }), {
      bearer: true,
    }),
    'auth.profile': of(ws),
    'auth.proof': of(() => ({})),
    'auth.invitation.get': of((world) => ({ token: world.tokens.invitation }), { bearer: true }),
    'auth.invitation.own': of(() => ({})),
    'auth.invitation.join': of((world) => ({ workspaceId: world.ws }), { refused: ['auth.invitationInvalid'] }),
    'auth.acceptInvitation': of(
      (world) => ({ token: world.tokens.invitation, name: 'คนใหม่', password: 'long enough 2026 pokpong' }),
      { bearer: true, refused: ['auth.httpOnly'] },
    ),
    'auth.setLocale': of(() => ({ locale: 'en' })),
  },
  unchanging: ['auth.signUpLink', 'auth.invitation.get', 'auth.invitation.own', 'auth.proof'],
} satisfies ModuleContract;
