import { isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { definePublicAddresses } from '#lib/server/pages/publicAddresses.ts'
import { newsletter } from './tables.ts'

const issues = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      path: sql<string>`'/admin/newsletter/' || ${newsletter.id}`.as('path'),
      changedAt: sql<Date | null>`${newsletter.sentAt}`.mapWith(newsletter.sentAt).as('changed_at'),
    })
    .from(newsletter)
    .where(isNotNull(newsletter.sentAt))

definePublicAddresses({ order: 80, path: '/admin/newsletter', records: [issues] })
