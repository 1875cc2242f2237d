import type { FastifyInstance } from 'fastify';
import { MINUTE } from '../../../shared/duration.ts';
import { TAKE_PATH, takeAnswer } from '../../../shared/requestAnswer/person.ts';
import { appError } from '../../platform/errors.ts';
import { inertHeaders } from '../../platform/files/answer.ts';
import { keepConfidential } from '../../platform/http/rest.ts';
import type { HttpOptions } from '../../platform/modules/manifest.ts';
import { take } from './person.ts';

/** Answers for data subjects, as the archive or file by file; caches do not store them. */
export async function answerRoutes(app: FastifyInstance, { createContext }: HttpOptions): Promise<void> {
  app.post(
    TAKE_PATH,
    { compress: false, bodyLimit: 4096, config: { rateLimit: { max: 60, timeWindow: MINUTE } } } as object,
    async (request, reply) => {
      keepConfidential(reply);
      const parsed = takeAnswer.safeParse(request.body);
      if (!parsed.success) throw appError('BAD_REQUEST');
      const { file, name, type, bytes } = await take(await createContext(request, reply, 'rest'), parsed.data);
      inertHeaders(reply, { name, type });
      return reply.header('cache-control', 'no-store').header('content-length', file.size).send(bytes);
    },
  );
}
