import { randomUUIDv7 } from 'node:crypto';
import { withScope } from '../../db/client.ts';
import {
  sealedBoxes,
  sealedContents,
  sealedLetter,
  sealedPassword,
} from '../../server/modules/requestAnswer/sealed.ts';
import type { ModuleContract } from '../moduleContracts.ts';
import { sessionOf } from './requestIdentity.ts';
import { of } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const right = (world: World) => ({ ws: world.ws, id: world.requestId, rightId: world.requestRightId });

/** The sample names a file that is not attached to anything. */
const NO_FILE = { refused: ['requestAnswer.fileNotFound'] };

export default {
  calls: [],
  samples: {
    'requestAnswer.get': of(right),
    'requestAnswer.save': of((world) => ({ ...right(world), message: 'ข้อความ', withheld: '', rowVersion: 1 })),
    'requestAnswer.addFile': of((world) => ({ ...right(world), fileId: world.photoId }), {
      // The sample file is a photo attached to a record.
      refused: ['file.notFound'],
    }),
    'requestAnswer.removeFile': of((world) => ({ ...right(world), answerFileId: randomUUIDv7() }), {
      refused: ['requestAnswer.fileNotFound'],
    }),
    'requestAnswer.leaveOut': of((world) => ({ ...right(world), part: 'json', leftOut: true })),
    'requestAnswer.redactionPages': of((world) => ({ ...right(world), answerFileId: randomUUIDv7() }), NO_FILE),
    'requestAnswer.redactionPage': of((world) => ({ ...right(world), answerFileId: randomUUIDv7(), page: 0 }), NO_FILE),
    'requestAnswer.suggestRedactions': of(
      (world) => ({ ...right(world), answerFileId: randomUUIDv7(), query: '' }),
      NO_FILE,
    ),
    'requestAnswer.redact': of(
      (world) => ({
        ...right(world),
        answerFileId: randomUUIDv7(),
        redactedId: null,
        boxes: [{ page: 0, x: 0, y: 0, width: 0.5, height: 0.5 }],
      }),
      NO_FILE,
    ),
    'requestAnswer.letter': of(right),
    'requestAnswer.release': of((world) => ({ ...right(world), expiryDays: 14, downloadLimit: 3 }), {
      // Its right is still in progress.
      refused: ['requestAnswer.notDecided'],
    }),
    'requestAnswer.withdraw': of(right, { refused: ['requestAnswer.notReady'] }),
    'requestAnswer.noteHandedOver': of(right, { refused: ['requestAnswer.notReady'] }),
    'requestAnswer.ready': of(({ ws }) => ({ session: sessionOf(ws) }), { bearer: true }),
    'requestAnswer.settings.get': of((world) => ({ ws: world.ws })),
    'requestAnswer.settings.update': of((world) => ({ ws: world.ws, expiryDays: 7, downloadLimit: 2, rowVersion: 1 })),
  },
  fill: async ({ owner, deps }, { ws, marker, requestId, requestRightId, people }) => {
    const [id, fileId, answerFileId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const key = await withScope(deps.db, { workspaceId: ws }, (trx) => deps.keyring.workspaceKey(trx, ws));
    await owner
      .insertInto('requestAnswers')
      .values({
        workspaceId: ws,
        id,
        requestId,
        requestRightId,
        letter: sealedLetter.seal(key, id, { message: marker, withheld: marker }),
        password: sealedPassword.seal(key, id, marker),
        contents: sealedContents.seal(key, id, []),
      })
      .execute();
    await owner
      .insertInto('files')
      .values({
        workspaceId: ws,
        id: fileId,
        name: marker,
        type: 'text/plain',
        size: 1,
        sha256: '0'.repeat(64),
        storageKey: `${ws}/${fileId}`,
        ownerKind: 'requestAnswer.original',
        ownerId: id,
      })
      .execute();
    await owner
      .insertInto('requestAnswerFiles')
      .values({
        workspaceId: ws,
        id: answerFileId,
        boxes: sealedBoxes.seal(key, answerFileId, [{ page: 0, x: 0, y: 0, width: 1, height: 1 }]),
        answerId: id,
        position: 0,
        type: 'text/plain',
        size: 1,
        originalId: fileId,
        addedBy: people.Staff.personnelId,
        addedAt: deps.now(),
      })
      .execute();
    await owner
      .insertInto('requestAnswerReads')
      .values({ workspaceId: ws, id: randomUUIDv7(), answerId: id, how: 'DOWNLOAD', at: deps.now() })
      .execute();
    await owner.insertInto('requestAnswerSettings').values({ workspaceId: ws }).execute();
  },
} satisfies ModuleContract;
