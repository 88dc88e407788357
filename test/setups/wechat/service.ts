import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startStandIns } from '../../../stand-ins/start.ts'
import type { Account } from '../../../stand-ins/wechat/envelope.ts'
import type { Follower, SiteReply } from '../../../stand-ins/wechat/follower.ts'
import type { Alarm, Code, Mishap } from '../../../stand-ins/wechat/platform.ts'
import { startApp } from '../../support/app.ts'
import { advanceTime, codeSentTo, signUp } from '../../support/make.ts'
import { freePort } from '../../support/site.ts'

type Played = {
  tokensAsked: number
  codes: Code[]
  followers: Follower[]
  sent: { id: string; openid: string; templateId: string; data: Record<string, { value: string }> }[]
  alarms: Alarm[]
}

/** Address at which visitors and WeChat reach the site. */
export let address: string
export let site: Awaited<ReturnType<typeof startApp>>
let origin: string
let settings: Record<string, string>

/** The API with a stand-in of WeChat on loopback, which reaches it as WeChat would. */
export function setUpWechat({ demo = false }: { demo?: boolean } = {}) {
  let ends: (() => Promise<unknown>)[]
  beforeAll(async () => {
    const port = await freePort()
    const folder = await mkdtemp(join(tmpdir(), 'hangxie-stand-ins-'))
    address = `http://127.0.0.1:${port}`
    const started = await startStandIns({ port: 0, site: address, folder })
    origin = `${started.origin}/wechat`
    settings = started.settings
    site = await startApp({ demo, env: { ...settings, PUBLIC_URL: address } })
    await site.app.listen({ host: '127.0.0.1', port })
    ends = [site.close, started.close, () => rm(folder, { recursive: true })]
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })
}

export const wechatAccount = (): Account => ({
  appId: settings.WECHAT_APP_ID!,
  token: settings.WECHAT_TOKEN!,
  aesKey: settings.WECHAT_AES_KEY!,
})

export const standIn = {
  origin: () => origin,
  played: async (): Promise<Played> => (await fetch(`${origin}/played`)).json(),
  mishap: (of: Mishap) => post('/mishap', JSON.stringify(of)),
  finish: (of: { openid: string; id: string; status: string }) => post('/finish', JSON.stringify(of)),
  /** Performs an act on a follower's phone. */
  act: async (of: Follower, path: 'scan' | 'subscribe' | 'unsubscribe', more: Record<string, string> = {}) => {
    const answer = await post(`/${path}`, new URLSearchParams({ who: of.openid, ...more }).toString())
    return answer as SiteReply
  },
  /** Scans the code that was made last. */
  scan: async (of: Follower) => {
    const { codes } = await standIn.played()
    return standIn.act(of, 'scan', { ticket: codes.at(-1)!.ticket })
  },
}

async function post(path: string, body: string): Promise<unknown> {
  const response = await fetch(origin + path, { method: 'POST', body, headers: { accept: 'application/json' } })
  return response.json()
}

/** Token behind the # of the link in the received text. */
export const linkIn = ({ reply }: SiteReply) => reply.match(/\/wechat\/confirm#([\w-]+)/)?.[1] ?? ''

type Member = Awaited<ReturnType<typeof signUp>>

/** Asks for a code to the own phone, and shows the code to be scanned. */
export async function beginBinding({ api, phone }: Pick<Member, 'api' | 'phone'>) {
  await advanceTime(site, 1)
  await api.post('/member/getCode', { scene: 'wechat' })
  return api.post('/member/wechat/bind', { code: await codeSentTo(site, phone) })
}

/** A new member whose account that WeChat belongs to. */
export async function boundTo(of: Follower, wanted: Parameters<typeof signUp>[1] = { accountType: 'person' }) {
  const member = await signUp(site, wanted)
  const { data } = await beginBinding(member)
  const link = linkIn(await standIn.scan(of))
  const answered = await site.post('/wechat/phone/answer', { link, accept: true, number: data.number })
  if (answered.code !== 200) throw new Error(answered.msg)
  return { ...member, begun: data }
}
