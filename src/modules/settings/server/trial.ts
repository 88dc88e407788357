import { eq, sql } from 'drizzle-orm'
import type { Db } from '#lib/server/database/db.ts'
import type { Trial } from '../groups.ts'
import { setting } from './tables.ts'

/** Whether the site is on trial, as a condition of any query. */
export const isTrialNow = sql`exists (select from ${setting} where ${setting.name} = 'trial')`

/**
 * A site that is started empty begins on trial: no account, no column and no setting is there. One that has any data, such
 * as one that is upgraded, is live.
 */
export async function beginTrialIfEmpty({ db }: { db: Db }): Promise<void> {
  const begun: Trial = { startedAt: new Date().toISOString() }
  await db.execute(sql`
    insert into ${setting} (name, value)
    select 'trial', ${JSON.stringify(begun)}::jsonb
    where not exists (select from account) and not exists (select from catalogue) and not exists (select from ${setting})
    on conflict do nothing`)
}

export const endTrial = ({ db }: { db: Db }) => db.delete(setting).where(eq(setting.name, 'trial'))
