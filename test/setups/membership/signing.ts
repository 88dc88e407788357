import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'
import { signingFlow } from '#modules/review/signing/server/tables.ts'
import type { Act } from '#stand-ins/signing/flows.ts'
import { sign } from '#stand-ins/signing/signing.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { site } from '../site.ts'
import type { Company } from './confirming.ts'
import { setUpJoining } from './joining.ts'

let service: Awaited<ReturnType<typeof startStandIns>>
let folder: string

/** The demo association with a service at which companies sign; what the service tells does not reach it by itself. */
export function setUpSigning() {
  setUpJoining(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signing-'))
    service = await startStandIns({ port: 0, site: 'http://127.0.0.1:9', folder })
    const own = Object.entries(service.settings).filter(([name]) => name.startsWith('ESIGN_'))
    return { ...Object.fromEntries(own), WRITES_PER_MINUTE: '5000' }
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })
}

const post = async (path: string, fields: Record<string, string>) => {
  const address = `${service.settings.ESIGN_ENDPOINT}/${path}`
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect(answer.status).toBe(303)
}
/** Performs an act on the form at the signing service. */
export const atService = (flow: string, act: Act) => post(`act/${flow}`, { act })
export const serviceAnswers = (answers: boolean) => post('behave', { answers: answers ? 'yes' : 'no' })
/** Message of the service about a flow, as its webhook would send it. */
export async function wordOf(flow: string) {
  const url = new URL(`${service.settings.ESIGN_ENDPOINT}/flows/${flow}`)
  const { ESIGN_KEY = '', ESIGN_SECRET = '' } = service.settings
  const headers = { 'x-esign-key': ESIGN_KEY, ...sign(ESIGN_SECRET, 'GET', url.pathname, '') }
  return (await fetch(url, { headers })).json()
}

type Given = { timestamp?: string; nonce?: string; secret?: string; key?: string; signed?: string }

/** Sends a webhook to the site, as the service or in its name. `signed`: text that is signed instead of the body. */
export async function tell(word: object, { secret, key, signed, ...given }: Given = {}) {
  const { ESIGN_SECRET = '', ESIGN_KEY = '' } = service.settings
  const url = '/callbacks/signing'
  const payload = JSON.stringify(word)
  const headers = {
    'content-type': 'application/json',
    'x-esign-key': key ?? ESIGN_KEY,
    ...sign(secret ?? ESIGN_SECRET, 'POST', url, signed ?? payload, given),
  }
  const answer = await site.app.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, ...answer.json() }
}

export const begin = async ({ api, id }: Pick<Company, 'api' | 'id'>) => api.post('/member/application/sign', { id })

/** Flows of an application, newest last. */
export const flowsOf = ({ id }: Pick<Company, 'id'>) =>
  site.services.db.select().from(signingFlow).where(eq(signingFlow.applicationId, id)).orderBy(signingFlow.id)

/** A form that was given to the service; its number there. */
export async function begun(company: Pick<Company, 'api' | 'id'>): Promise<string> {
  const { code, msg } = await begin(company)
  if (code !== 200) throw new Error(msg)
  return (await flowsOf(company)).at(-1)!.number
}
