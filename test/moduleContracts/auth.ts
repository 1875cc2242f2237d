import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['POST', `${V1}/auth/login`, 'open'],
    ['POST', `${V1}/auth/signup`, 'open'],
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
    'auth.signUp': of(() => ({
      organizationName: 'Other',
      workspaceName: 'Other',
      name: 'Somebody',
      email: 'somebody@signup.example',
      password: 'long enough 2026 pokpong',
    })),
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
  unchanging: ['auth.invitation.get', 'auth.invitation.own', 'auth.proof'],
} satisfies ModuleContract;
