import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialsOf } from '../../client/shell/initials.ts';
import { buildPerson, sharedServer, callerFor, type TestServer } from '../factories.ts';
import { buildOldPhoto, PIXEL } from '../helpers/photo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());

describe('the photo of a person', () => {
  it('is served without its original metadata, and returned by the profile', async () => {
    const person = await buildPerson(server);
    const id = await buildOldPhoto(server, person);
    const answer = await server.app.inject({
      url: `/files-api/v1/files/${id}?workspace=${person.workspaceId}`,
      headers: { authorization: `Bearer ${person.token}`, range: 'bytes=0-10' },
    });
    expect([answer.statusCode, answer.rawPayload.equals(PIXEL), answer.headers['content-type']]).toEqual([
      200,
      true,
      'image/png',
    ]);
    const { personnel } = await (await callerFor(server, person)).auth.profile({ ws: person.workspaceId });
    expect(personnel.photoId).toBe(id);
  });

  it('is replaced by the initials of the name, in Thai by consonants', () => {
    expect(initialsOf('สมชาย เรียนดี')).toBe('สร');
    expect(initialsOf('เกศ')).toBe('ก');
    expect(initialsOf('anna maria smith')).toBe('AS');
    expect(initialsOf('')).toBe('');
  });
});
