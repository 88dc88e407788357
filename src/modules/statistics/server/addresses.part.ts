import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'
import { statisticsForm, statisticsRelease } from './tables.ts'

const released = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db
    .select({
      path: sql<string>`'/admin/publicity/statistics/' || ${statisticsForm.code}`.as('path'),
      changedAt: sql<Date | null>`max(${statisticsRelease.releaseAt})`
        .mapWith(statisticsRelease.releaseAt)
        .as('changed_at'),
    })
    .from(statisticsRelease)
    .innerJoin(statisticsForm, eq(statisticsForm.id, statisticsRelease.formId))
    .where(and(isNull(statisticsRelease.cancelledAt), lte(statisticsRelease.releaseAt, now)))
    .groupBy(statisticsForm.code)

definePublicAddresses({ order: 75, path: '/admin/publicity/statistics', records: [released] })
