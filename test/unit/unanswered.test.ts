import { createTRPCClient } from '@trpc/client';
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { onSessionProblem, type SessionProblem } from '../../client/sessionProblems.ts';
import { messageOf } from '../../client/shell/errors.ts';
import { links } from '../../client/trpc.ts';
import { uploadAt } from '../../client/upload.ts';
import type { AppRouter } from '../../server/router.ts';
import errors from '../../shared/locales/th/errors.ts';

beforeAll(() => i18next.init({ lng: 'th', resources: { th: { errors } } } as Parameters<typeof i18next.init>[0]));

describe('a call that gets no answer', () => {
  it('fails with a text for the user, not with that of the browser', async () => {
    const chain = links({ locale: () => 'th', origin: 'http://127.0.0.1:1' });
    const client = createTRPCClient<AppRouter>({ links: chain });
    const failure = await client.request.settings.get.query({ ws: '' }).catch((error: unknown) => error);
    expect((failure as Error).message).toBe(errors.internal);
  });

  it('always has a message that says what to do', () => {
    expect(messageOf(new TypeError('Failed to fetch'))).toBe(errors.internal);
    expect(messageOf(new TypeError('Failed to fetch'), 'ลองอีกครั้ง')).toBe('ลองอีกครั้ง');
    expect(messageOf({ data: { httpStatus: 409, body: { message: 'มีผู้แก้ไขแล้ว' } } })).toBe('มีผู้แก้ไขแล้ว');
  });
});

describe('a refused upload', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is reported to the page that guards the session, and has a text where the server sent none', async () => {
    class Refused {
      readonly status = 401;
      readonly response = null;
      readonly upload = {};
      onload?: () => void;
      open() {}
      setRequestHeader() {}
      send() {
        this.onload?.();
      }
    }
    vi.stubGlobal('XMLHttpRequest', Refused);
    const problems: SessionProblem[] = [];
    const stop = onSessionProblem((problem) => problems.push(problem));
    const upload = uploadAt('/files-api/v1/upload');
    const failure = await upload(new File(['x'], 'x.pdf'), () => {}, new AbortController().signal).catch(
      (error: unknown) => error,
    );
    stop();
    expect(problems).toEqual([{ kind: 'unauthorized' }]);
    expect((failure as Error).message).toBe(errors.upload);
  });
});
