// The export of one form's history at 300,000 submissions (CONSENT_EXPORT_ROWS for other numbers), in a process of its own,
// beside a bare COPY of the same columns as they are stored.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { to as copyTo } from './copy.ts';
import type { Figure } from '../../scripts/measure.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { publishBenchForm } from '../helpers/consentBench.ts';
import { fillConsents } from '../helpers/manyConsents.ts';
