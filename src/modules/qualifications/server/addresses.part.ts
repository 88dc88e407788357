import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'
import { qualificationKind } from './tables.ts'

const guideAddresses = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      path: sql<string>`'/admin/publicity/qualification/guide/' || ${qualificationKind.id}`.as('path'),
      changedAt: sql`null::timestamptz`.as('changed_at'),
    })
    .from(qualificationKind)

definePublicAddresses({
  order: 30,
  path: '/admin/publicity/qualification',
  records: [guideAddresses],
  parts: ['qualifications'],
})
