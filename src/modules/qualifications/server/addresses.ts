import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { qualificationKind } from './tables.ts'

export const guideAddresses = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      path: sql<string>`'/admin/publicity/qualification/guide/' || ${qualificationKind.id}`.as('path'),
      changedAt: sql`null::timestamptz`.mapWith(certificate.publishedAt).as('changed_at'),
    })
    .from(qualificationKind)
