import { sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { course } from '#modules/training/server/tables.ts'
import { isPublished } from './courses.ts'

export const courseAddresses = (ctx: Pick<Ctx, 'db' | 'now'>) =>
  ctx.db
    .select({
      path: sql<string>`'/admin/publicity/training/' || ${course.id}`.as('path'),
      changedAt: sql<Date | null>`${course.updatedAt}`.mapWith(course.updatedAt).as('changed_at'),
    })
    .from(course)
    .where(isPublished(ctx))
