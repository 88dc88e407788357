import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { member } from '#modules/membership/server/tables.ts'
import { signInAs, staffSession } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let cashier: ReturnType<typeof site.as>
export let cashierCookie: { cookie: string }
export let qingyuan: ReturnType<typeof site.as>
export let token: string
export let mine: number
/** A year without any fees. */
export const YEAR = 2040

export function setUpMemberFees() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    cashierCookie = await staffSession(site, 'cashier')
    cashier = site.as(cashierCookie)
    token = await signInAs(site, 'qingyuan')
    qingyuan = site.as(token)
    mine = (await qingyuan.get('/member/membership')).data.member.id
  })
}

export const job = () => site.ctx()
export const memberRow = async (id = mine) =>
  (await site.services.db.select().from(member).where(eq(member.id, id)))[0]!
export const messages = async () =>
  (await qingyuan.get('/member/message/list', { type: 'fee', pageSize: 100 })).data.list
