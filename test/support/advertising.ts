import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { application } from '#modules/review/server/tables.ts'
import { addDays, dayOf } from '../../src/lib/dates.ts'
import { account } from '../../src/modules/accounts/server/tables.ts'
import { type Position, positions } from '../../src/modules/adverts/positions.ts'
import { advertPosition } from '../../src/modules/adverts/server/tables.ts'
import { member, memberLevel } from '../../src/modules/membership/server/tables.ts'
import type { Site } from './app.ts'
import { asStaff, putFile, signUpComplete, staffWith } from './make.ts'

type Size = { width: number; height: number }

/** Date `days` from today. */
export const inDays = (days: number) => addDays(dayOf(new Date()), days)

export const pictureOf = ({ width, height }: Size, format: 'png' | 'webp' | 'gif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: { r: 11, g: 74, b: 127 } } })
    .toFormat(format)
    .toBuffer()

/** Opens a position, as staff do. */
export async function openPosition({ services: { db } }: Site, code: Position, price: number, most: number) {
  const set = { price, most, isOpen: true }
  await db
    .insert(advertPosition)
    .values({ code, ...set })
    .onConflictDoUpdate({ target: advertPosition.code, set })
}

let levels = 500

/** A company that has signed up; with `advertDays`, a member whose level includes so many a year. */
export async function makeAdvertiser(site: Site, { advertDays }: { advertDays?: number | null } = {}) {
  const { orgName = '', ...rest } = await signUpComplete(site)
  const signed = { ...rest, orgName }
  if (advertDays === undefined) return signed
  const { db } = site.services
  const [own] = await db.select().from(account).where(eq(account.id, signed.accountId))
  const code = ++levels
  await db
    .insert(memberLevel)
    .values({ code, name: `级别 ${code}`, kind: 'organisation', fee: 100, sort: code, advertDays })
  const { organisationId } = own!
  await db
    .insert(member)
    .values({ number: `M-${code}`, kind: 'organisation', levelCode: code, joinedOn: '2020-01-01', organisationId })
  return signed
}
export type AdvertMaker = Awaited<ReturnType<typeof makeAdvertiser>>

/** A whole form, and the files that go with it. */
export async function advertForm(site: Site, by: AdvertMaker, changes: Record<string, unknown> = {}) {
  const position = (changes.position ?? 'P2') as Position
  const picture =
    changes.picture ?? (await putFile(site, by.token, '广告.png', await pictureOf(positions[position]), 'picture'))
  const form = {
    position,
    startsOn: inDays(5),
    endsOn: inDays(14),
    title: '锅炉补给水成套装置',
    picture,
    alt: '锅炉补给水成套装置，软化、反渗透',
    linkType: 'outside',
    linkUrl: 'https://www.example.com/water',
    description: '锅炉补给水处理设备。',
    contactName: '王芳',
    contactMobile: '13900000902',
    ...changes,
  }
  return { form, materials: [{ code: 'licence', fileId: await putFile(site, by.token, '执照.png') }] }
}

/** Hands an advert in; answers what the call answers. */
export const handInAdvert = async (site: Site, by: AdvertMaker, changes: Record<string, unknown> = {}) =>
  by.api.post('/cms/adverti/user/update', { ...(await advertForm(site, by, changes)), action: 'submit' })

/** Decides on an advert as reviewer or cashier. */
export async function decideAdvert(
  site: Site,
  applicationId: number,
  decision: Record<string, unknown> & { action: string },
  role: 'reviewer' | 'cashier' = 'reviewer',
) {
  const [of] = await site.services.db.select().from(application).where(eq(application.id, applicationId))
  const staff = await asStaff(site, await staffWith(site, [role]))
  const path = role === 'reviewer' ? '/staff/review/decide' : '/staff/fee/confirm'
  return staff.post(path, { id: applicationId, version: of!.version, remarks: [], opinion: '', ...decision })
}

/** The slip of a transfer, as the payer sends it. */
export const slipOf = async (site: Site, by: AdvertMaker) => ({
  paidOn: inDays(0),
  payer: by.orgName,
  receiptTitle: by.orgName,
  receiptEmail: 'finance@example.com',
  slipId: await putFile(site, by.token, '回单.png'),
})

/** Handed in, passed and, where it costs something, paid; answers its ids. */
export async function approvedAdvert(site: Site, by: AdvertMaker, changes: Record<string, unknown> = {}) {
  const { data, msg } = await handInAdvert(site, by, changes)
  if (!data?.id) throw new Error(`${msg} ${JSON.stringify(data)}`)
  await decideAdvert(site, data.applicationId, { action: 'pass' })
  const paid = await by.api.post('/cms/adverti/user/update', {
    id: data.id,
    pay: await slipOf(site, by),
    action: 'submit',
  })
  if (paid.code === 200) await decideAdvert(site, data.applicationId, { action: 'pass' }, 'cashier')
  return data as { id: number; applicationId: number }
}
