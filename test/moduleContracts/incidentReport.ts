import { randomUUIDv7 } from 'node:crypto';
import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'incidentReport.open': of((world) => ({ token: world.reportToken }), { bearer: true }),
    'incidentReport.submit': of(
      (world) => ({
        token: world.reportToken,
        key: randomUUIDv7(),
        title: 'ส่งแฟ้มผิดคน',
        reporter: { firstName: 'สมหญิง', lastName: 'ภายนอก', phone: '0812345678', email: 'outside@test.example' },
        affectedSystems: 'อีเมล',
        description: 'ได้รับอีเมลของผู้อื่น',
        discoveredAt: '2026-01-02T10:00:00+07:00',
        occurredAt: '2026-01-02T09:00:00+07:00',
      }),
      { bearer: true },
    ),
  },
} satisfies ModuleContract;
