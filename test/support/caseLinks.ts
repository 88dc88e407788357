import { desc, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Key } from '../../src/lib/contract.ts'
import { typedKeys } from '../../src/lib/keys.ts'
import { outbox } from '../../src/lib/server/outbox/tables.ts'
import { account } from '../../src/modules/accounts/server/tables.ts'
import { staffKinds } from '../../src/modules/messages/messageKinds.ts'
import { messageChoice } from '../../src/modules/messages/server/tables.ts'
import type { Site } from './app.ts'
import { asStaff, newAddress, newPhone, staffWith, textsTo } from './make.ts'

/** A colleague with a phone, who has chosen text messages, and a second factor that tests can show. */
export async function withPhone(site: Site, userName: string) {
  const { db, encryption } = site.services
  const api = await asStaff(site, userName)
  const secret = new Secret({ size: 20 }).base32
  const phone = newPhone()
  const set = { totpSealed: encryption.encrypt(secret), phoneSealed: encryption.encrypt(phone) }
  const [own] = await db.update(account).set(set).where(eq(account.userName, userName)).returning()
  const { id, displayName } = own!
  for (const kind of typedKeys(staffKinds))
    await db
      .insert(messageChoice)
      .values({ accountId: id, kind, sms: true, mail: 'off', wechat: false })
      .onConflictDoUpdate({ target: [messageChoice.accountId, messageChoice.kind], set: { sms: true } })
  return {
    id,
    userName,
    name: displayName,
    phone,
    api,
    /** The code of the moment, also where one was shown just now. */
    code: async () => {
      await db.update(account).set({ totpStep: 0 }).where(eq(account.id, id))
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    },
    /** Passcode of the newest link that a text brought. */
    passcode: async () => {
      const text = (await textsTo(site, phone)).find(one => one.includes('口令'))
      return text?.match(/口令 ([\w-]{19})/)?.[1] ?? ''
    },
  }
}
export type Colleague = Awaited<ReturnType<typeof withPhone>>

/** A new colleague with these roles. */
export const colleagueWithPhone = async (site: Site, roles: string[]): Promise<Colleague> =>
  withPhone(site, await staffWith(site, roles))

export const enter = (site: Site, token: string, code: string, address = newAddress()) =>
  site.from(address).post('/caseLink/enter', { token, code })

/** Opens the newest link of a colleague; answers what its ticket may do. */
export async function openLink(site: Site, of: Colleague) {
  const { code, msg, data } = await enter(site, await of.passcode(), await of.code())
  if (code !== 200) throw new Error(msg)
  const visitor = site.as({ ticket: data.ticket }, newAddress())
  return {
    ticket: data.ticket as string,
    read: () => visitor.get('/caseLink/case'),
    reach: (act: string, more: object = {}) => visitor.post('/caseLink/reach', { act, ...more }),
    /** With what is shown at that moment, unless `seen` says otherwise. */
    act: async (act: string, more: object = {}) => {
      const { data } = await visitor.get('/caseLink/case')
      return visitor.post('/caseLink/act', { act, seen: data?.seen ?? '', ...more })
    },
    file: (id: number, download: '0' | '1' = '0') =>
      site.app.inject({ url: `/api/caseLink/file?id=${id}&download=${download}`, headers: { ticket: data.ticket } }),
  }
}

/** Path and method of a call, with a number for each part of its path. */
export const addressOf = (key: Key) => {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  return { method, url: `/api${path.replace(/\{\w+\}/g, '1')}` }
}

/** Everything that was ever queued, decrypted. */
export async function allOutgoing({ services: { db, encryption } }: Site) {
  const rows = await db.select().from(outbox).orderBy(desc(outbox.id))
  return rows.map(row => ({
    channel: row.channel,
    to: encryption.decrypt(row.toSealed),
    text: encryption.decrypt(row.textSealed),
    link: row.linkSealed && encryption.decrypt(row.linkSealed),
    stored: JSON.stringify(row),
  }))
}
