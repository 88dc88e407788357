import { sql } from 'drizzle-orm'
import type { Measure } from '../monitoring/measures.ts'
import { dueSince, isDue } from './due.ts'

type Waiting = { due: number; failed: number; oldest: number }

/** Messages that are due and not sent, and those given up. Texts that wait for the morning are not due. */
const read = async ({ db, now }: Parameters<Measure['read']>[0]): Promise<Waiting> => {
  const { rows } = await db.execute<Waiting>(sql`
    select (select count(*) from outbox where ${isDue(now)}) as due,
      (select count(*) from outbox where state = 'failed' and created_at > ${now}::timestamptz - interval '7 days') as failed,
      coalesce((select extract(epoch from ${now}::timestamptz - min(${dueSince(now)})) from outbox
        where ${isDue(now)}), 0)::float8 as oldest`)
  return rows[0]!
}

export const outboxMeasures: readonly Measure[] = [
  {
    name: 'hangxie_outbox_messages',
    help: 'Texts and mails: due, and given up within the last seven days.',
    labels: ['state'],
    read: async of => {
      const { due, failed } = await read(of)
      return [
        { labels: { state: 'due' }, value: due },
        { labels: { state: 'failed' }, value: failed },
      ]
    },
  },
  {
    name: 'hangxie_outbox_oldest_seconds',
    help: 'Age of the oldest message that is due.',
    read: async of => [{ value: Math.max(0, (await read(of)).oldest) }],
  },
]
