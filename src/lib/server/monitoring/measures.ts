import type { SQL } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { dayOf } from '#lib/dates.ts'
import type { Services } from '../api/context.ts'

type Sample = { value: number; labels?: Record<string, string> }

/** Metric read from the database when it is requested. */
export type Measure = {
  name: string
  help: string
  labels?: readonly string[]
  /** Cache time in ms of an expensive result. */
  keep?: number
  read: (of: Pick<Services, 'db' | 'config'> & { now: Date }) => Promise<Sample[]>
}

/** Counted by a query of today; its columns besides `value` are the labels. */
export const counting = (query: (today: string) => SQL): Measure['read'] => {
  return async ({ db, now }) => {
    const { rows } = await db.execute<{ value: number } & Record<string, string>>(query(dayOf(now)))
    return rows.map(({ value, ...labels }) => ({ value, labels }))
  }
}

/**
 * Answers how to read them all: one after the other, since connections are for who works. Where the database is away,
 * none is shown rather than what was true before.
 */
export function readMeasures(register: Registry, { db, config }: Services, measures: readonly Measure[]) {
  const isUp = new Gauge({
    name: 'hangxie_database_up',
    help: '1: the database answered just now.',
    registers: [register],
  })
  const shown = measures.map(measure => {
    const { name, help, labels: labelNames = [] } = measure
    const read = cachedFor(measure.keep ?? 0, measure.read)
    return { read, gauge: new Gauge({ name, help, labelNames: [...labelNames], registers: [register] }) }
  })
  return async () => {
    const now = new Date()
    for (const { gauge } of shown) gauge.reset()
    try {
      for (const { read, gauge } of shown)
        for (const { labels = {}, value } of await read({ db, config, now })) gauge.set(labels, value)
      isUp.set(1)
    } catch {
      for (const { gauge } of shown) gauge.reset()
      isUp.set(0)
    }
  }
}

function cachedFor(ms: number, read: Measure['read']): Measure['read'] {
  let last: Sample[] = []
  let until = 0
  return async of => {
    if (of.now.getTime() >= until) {
      last = await read(of)
      until = of.now.getTime() + ms
    }
    return last
  }
}
