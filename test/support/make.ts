import { randomBytes } from 'node:crypto'
import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { creditCodeCheck } from '../../src/lib/creditCode.ts'
import type { SmsText } from '../../src/lib/server/outbox/queue.ts'
import { outbox } from '../../src/lib/server/outbox/tables.ts'
import { DEMO_PASSWORD } from '../../src/modules/accounts/server/demo.ts'
import { hashToken } from '../../src/modules/accounts/server/sessions.ts'
import { account, session } from '../../src/modules/accounts/server/tables.ts'
import type { Site } from './app.ts'
import { doWork } from './captcha.ts'

export const PASSWORD = '清洗之前先看水质 7'

let made = 0
/** Different each time, none of the demo association's. */
const next = () => ++made
export const newPhone = () => `139000${String(50_000 + next()).slice(-5)}`
/** Limits count by address: each caller that is not about them has one of its own. */
export const newAddress = () => `10.${(next() >> 8) & 255}.${made & 255}.${1 + (made % 200)}`
export function newCreditCode() {
  const first17 = `91110105MA${String(next()).padStart(7, '0')}`
  return first17 + creditCodeCheck(first17)
}
/** Some form's worth of letters. */
export const newUserName = () => `user_${next()}`

/** Work and the proof that it was done, as a form sends them. */
export async function solvedCaptcha(site: Site, address = newAddress()) {
  const { data } = await site.from(address).get('/captcha')
  return { captchaId: data.captchaId as string, captcha: await doWork(data.work) }
}

/** Asks for a code as a visitor does, and reads it from the text that is to be sent. */
export async function codeFor(site: Site, { scene, phone }: { scene: string; phone: string }): Promise<string> {
  const address = newAddress()
  const asked = await site
    .from(address)
    .post('/member/getCode', { scene, phone, ...(await solvedCaptcha(site, address)) })
  if (asked.code !== 200) throw new Error(asked.msg)
  return codeSentTo(site, phone)
}

export async function codeSentTo(site: Site, phone: string): Promise<string> {
  const { db, encryption } = site.services
  const rows = await db.select().from(outbox).where(isNotNull(outbox.expiresAt)).orderBy(desc(outbox.id))
  const row = rows.find(({ toSealed }) => encryption.decrypt(toSealed) === phone)
  if (!row) throw new Error(`no code was sent to ${phone}`)
  return encryption.decrypt(row.textSealed).match(/\d{6}/)![0]
}

/** A text message of no kind that a provider knows. */
export const smsText = (text: string): SmsText => ({ text, template: 'test.text', values: {} })

/** Texts sent to a phone, newest first. */
export async function textsTo(site: Site, phone: string): Promise<string[]> {
  const { db, encryption } = site.services
  const rows = await db.select().from(outbox).orderBy(desc(outbox.id))
  return rows
    .filter(({ toSealed }) => encryption.decrypt(toSealed) === phone)
    .map(({ textSealed }) => encryption.decrypt(textSealed))
}

/** The current versions of what has to be agreed to. */
export async function agreement(site: Site) {
  const { data } = await site.get<{ document: string; version: string }[]>('/document')
  return data.map(({ document, version }) => ({ document, version }))
}

type Wanted = Partial<{
  accountType: 'organisation' | 'person'
  userName: string
  phone: string
  password: string
  orgName: string
  creditCode: string
  realName: string
}>

/** All fields of a registration, except the code. */
export async function registration(site: Site, wanted: Wanted = {}) {
  const whose =
    wanted.accountType === 'person'
      ? { realName: '李晓明' }
      : { orgName: `北京第${next()}锅炉清洗有限公司`, creditCode: newCreditCode() }
  return {
    accountType: 'organisation' as const,
    userName: newUserName(),
    phone: newPhone(),
    password: PASSWORD,
    ...whose,
    agree: await agreement(site),
    ...wanted,
  }
}

/** Registers by the calls that a visitor makes. An organisation unless told otherwise. */
export async function signUp(site: Site, wanted: Wanted = {}) {
  const form = await registration(site, wanted)
  const code = await codeFor(site, { scene: 'register', phone: form.phone })
  const { data, ...answer } = await site.from(newAddress()).post('/register', { ...form, code })
  if (answer.code !== 200) throw new Error(answer.msg)
  const [row] = await site.services.db.select().from(account).where(eq(account.userName, form.userName))
  return { ...form, accountId: row!.id, token: data.token as string, api: site.as(data.token) }
}

/** A complete company profile. */
export const organisationProfile = {
  nature: 'private',
  categories: ['cleaning'],
  legalPerson: '张明',
  provinceCode: '110000',
  city: '北京市',
  address: '朝阳区演示路 28 号',
  mainBusiness: '锅炉化学清洗',
  intro: '从事锅炉清洗二十年。',
  representativeName: '李晓明',
  representativePosition: '总经理',
  representativeMobile: '13900000901',
  liaisonName: '王芳',
  liaisonPosition: '办公室主任',
  liaisonMobile: '13900000902',
  liaisonEmail: 'liaison@example.com',
}

/** Signs an organisation up that has also said who it is. */
export async function signUpComplete(site: Site, wanted: Wanted = {}) {
  const signed = await signUp(site, wanted)
  const form = { name: signed.orgName, creditCode: signed.creditCode, ...organisationProfile }
  const { code, msg, data } = await signed.api.post('/member/complete', { form })
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return signed
}

/** Uploads a file as a form does: a small picture, unless its bytes are given. */
export async function putFile(
  site: Site,
  by: string | Record<string, string>,
  name: string,
  bytes?: Buffer,
  use = 'material',
): Promise<number> {
  const background = { r: 200, g: 220, b: 240 }
  const content =
    bytes ??
    (await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer())
  const form = new FormData()
  form.append('use', use)
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const body = new Response(form)
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: { ...(typeof by === 'string' ? { token: by } : by), 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  const { code, msg, data } = response.json()
  if (code !== 200) throw new Error(msg)
  return data.id
}

/** Signs a member of the demo association in; answers the token. */
export async function signInAs(site: Site, userName: string, password = DEMO_PASSWORD): Promise<string> {
  const { data, msg, code } = await site.from(newAddress()).post('/login', { account: userName, password })
  if (code !== 200) throw new Error(msg)
  return data.token
}

/** API client of a demo staff member: signed in, with a second factor, and the password confirmed just now. */
export async function asStaff(site: Site, userName: string) {
  return site.as(await staffSession(site, userName))
}

/** A new member of staff with these roles; answers the user name. */
export async function staffWith(site: Site, roles: string[]): Promise<string> {
  const userName = newUserName()
  const of = { kind: 'staff' as const, userName, displayName: `工作人员${next()}`, passwordHash: 'none', roles }
  await site.services.db.insert(account).values(of)
  return userName
}

/** Opens such a session and returns its cookie. */
export const staffSession = async (site: Site, userName: string): Promise<{ cookie: string }> => ({
  cookie: `staff=${await openSession(site, userName)}`,
})

/** Opens a session of anybody and returns its token. */
export async function openSession({ services: { db } }: Site, userName: string): Promise<string> {
  const [row] = await db
    .update(account)
    .set({ totpSince: new Date() })
    .where(eq(account.userName, userName))
    .returning()
  const token = randomBytes(32).toString('base64url')
  // By the clock of the tests, which may not be that of the database.
  const now = new Date()
  const begun = { createdAt: now, seenAt: now, confirmedAt: now }
  await db.insert(session).values({ tokenHash: hashToken(token), accountId: row!.id, ...begun })
  return token
}

/** Lets time pass for everything that is counted or runs out: all of it lies so many minutes further back. */
export async function advanceTime({ services: { db } }: Site, minutes: number) {
  const ago = sql.raw(`interval '${minutes} minutes'`)
  await db.execute(sql`update attempt set at = at - ${ago}`)
  await db.execute(sql`update captcha set expires_at = expires_at - ${ago}`)
  await db.execute(sql`update phone_code set created_at = created_at - ${ago}, expires_at = expires_at - ${ago}`)
  await db.execute(sql`update session set created_at = created_at - ${ago}, seen_at = seen_at - ${ago},
    confirmed_at = confirmed_at - ${ago}`)
}
