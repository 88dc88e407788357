import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '../../contract.ts'

/** The call of staff that is under way, in tests alone: production reads no context for it. */
const callNow = new AsyncLocalStorage<{ key: string; isDeclared: boolean }>()

/** Runs a call so that a message which its contract does not announce fails the test. */
export function watchSending<T>(key: string, { who, sends, tells }: Endpoint, run: () => T): T {
  if (process.env.NODE_ENV !== 'test') return run()
  const isOfStaff = who.startsWith('staff') && key.startsWith('POST ')
  return callNow.run({ key, isDeclared: !isOfStaff || Boolean(sends || tells) }, run)
}

/** Throws, in tests, where a call of staff sends a message and no screen is bound to say so beforehand. */
export function refuseUnannounced(): void {
  const call = callNow.getStore()
  if (call && !call.isDeclared)
    throw new Error(`${call.key} sends messages: its contract must say \`sends\` or \`tells\``)
}
