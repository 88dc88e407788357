import type { FastifyBaseLogger } from 'fastify'
import { Counter, Registry } from 'prom-client'
import { boundedLru } from '../limits/boundedLru.ts'
import { placeOf } from '../limits/place.ts'
import { lineBudget } from './lineBudget.ts'

/** A refusal as logged: the account's number, never a name; the endpoint, never its input. */
export type Refused = { code: number; call: string; account: number | undefined; address: string }
type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

export const refusalRegister = new Registry()
const bursts = new Counter({
  name: 'hangxie_refusal_bursts_total',
  help: 'Minutes in which one address or one account was refused unusually often.',
  labelNames: ['of'],
  registers: [refusalRegister],
})

// Present from the start, so that an increase is seen with the first.
for (const counted of ['address', 'account']) bursts.inc({ of: counted }, 0)

/** Input, session, rights, confirmation, too many, ended by the association. */
const NOTED = new Set([400, 401, 403, 428, 429, 451, 550])
const MINUTE = 60_000
const LINES_PER_MINUTE = 300
/** Refusals a minute: more than a class that fills in forms behind one address, or than one person at a keyboard. */
const BURST_PER_MINUTE = { address: 200, account: 60 }

/**
 * Writes refusals into the log: the first of its kind in a minute, with how many there were since it was written last. A
 * burst from one address or of one account is a warning.
 */
export function makeRefusalNotes(log: Log) {
  const mayWrite = lineBudget(LINES_PER_MINUTE)
  const mayWarn = lineBudget(LINES_PER_MINUTE)
  const written = boundedLru<{ at: number; unwritten: number }>(10_000)
  const counted = boundedLru<{ since: number; count: number }>(10_000)

  const countFor = (of: 'address' | 'account', who: string | number, now: number) => {
    const key = `${of} ${who}`
    const known = counted.get(key)
    const minute = known && now - known.since < MINUTE ? known : { since: now, count: 0 }
    counted.set(key, minute)
    if (++minute.count !== BURST_PER_MINUTE[of]) return
    bursts.inc({ of })
    if (mayWarn(now)) log.warn({ of, [of]: who, count: minute.count }, 'a burst of refusals')
  }

  return ({ code, call, account, address }: Refused, now = Date.now()): void => {
    if (!NOTED.has(code)) return
    countFor('address', placeOf(address), now)
    if (account !== undefined) countFor('account', account, now)
    const key = `${code} ${call} ${account ?? ''} ${address}`
    const last = written.get(key)
    if (last && now - last.at < MINUTE) {
      last.unwritten++
      return
    }
    const line = mayWrite(now)
    if (!line) return
    written.set(key, { at: now, unwritten: 0 })
    log.info({ code, call, account, address, unwritten: last?.unwritten ?? 0, ...line }, 'refused')
  }
}
