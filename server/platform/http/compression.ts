import type { FastifyCompressOptions } from '@fastify/compress';

/** How answers are compressed; shorter ones cost more than they save. */
export const COMPRESSION: FastifyCompressOptions = { threshold: 1024, encodings: ['br', 'gzip'] };
