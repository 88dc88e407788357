import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { decide, secretary } from '#test/support/applying.ts'
import { asStaff, putFile, signInAs, signUpComplete, staffWith } from '#test/support/make.ts'
import { appointment, body, post } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '600' } })

const today = dayOf(new Date())
type Body = {
  code: string
  posts: { name: string; holders: { personName: string; orgName: string; route: string | null }[] }[]
}
const lists = async (): Promise<Body[]> => (await site.get('/app/publicity/body/list')).data
const holdersOf = async (code: string) =>
  (await lists())
    .find(one => one.code === code)
    ?.posts.flatMap(({ name, holders }) => holders.map(one => ({ post: name, ...one }))) ?? []

describe('the public lists', () => {
  test('name who is in office today with company and post, in the order of the posts, and lead to the company', async () => {
    const council = await holdersOf('council')
    expect(council[0]).toMatchObject({ post: '理事长', personName: '严柏清', orgName: '杭州之江水处理技术研究所' })
    expect(council[0]!.route).toMatch(/^\/admin\/publicity\/member\/\d+$/)
    expect(council.map(({ personName }) => personName)).not.toContain('孟怀瑾')
    const standing = await holdersOf('standing')
    expect(standing.map(({ post }) => post)).toEqual(
      expect.arrayContaining(['理事长', '副理事长', '秘书长', '常务理事']),
    )
    expect(standing.map(({ post }) => post)).not.toContain('理事')
    expect((await lists()).map(({ code }) => code)).toEqual(['council', 'standing', 'supervisors'])
  })

  test('leave out what the association does not publish, at once', async () => {
    const { db } = site.services
    await db.update(post).set({ isPublic: false }).where(eq(post.name, '监事'))
    expect((await holdersOf('supervisors')).map(({ post }) => post)).toEqual(['监事长'])
    await db.update(body).set({ isPublic: false }).where(eq(body.code, 'supervisors'))
    expect(await holdersOf('supervisors')).toEqual([])
  })

  test('and the page of a company name its posts', async () => {
    const [row] = await holdersOf('council')
    const id = Number(row!.route!.split('/').at(-1))
    const { data } = await site.get('/app/publicity/member/detail', { id })
    expect(data.posts).toEqual([{ bodyName: '理事会', postName: '理事长', personName: '严柏清' }])
  })
})

describe('a company that sends somebody else', () => {
  test('applies with a stamped letter; once that is decided, the new representative has the seat from that day', async () => {
    const { db } = site.services
    const token = await signInAs(site, 'qingyuan')
    const api = site.as(token)
    const [own] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
    const [seat] = await db.select().from(appointment).where(eq(appointment.organisationId, own!.organisationId!))
    const { form } = (await api.get('/member/application/form', { kind: 'seatHandover' })).data
    expect(form).toMatchObject({ seat: String(seat!.id) })
    const send = (values: object, files: object[] = []) =>
      api.post('/member/application/submit', { kind: 'seatHandover', form: { ...form, ...values }, files })
    const wrong = await send({ personName: '温启衡', bornMonth: '去年', reason: '工作调动' })
    expect(Object.keys(wrong.data.fields).toSorted()).toEqual(expect.arrayContaining(['bornMonth', 'personName']))
    const next = { personName: '温若水', bornMonth: '1980.5', position: '总经理', reason: '工作调动' }
    const fileId = await putFile(site, token, '推荐函.png')
    const sent = await send(next, [{ code: 'letter', fileId }])
    expect(sent.data.fields).toBeUndefined()
    expect(sent).toMatchObject({ code: 200 })
    expect((await api.get('/member/seats')).data).toMatchObject({
      seats: [{ personName: '温启衡', postName: '副理事长', state: 'current' }],
      application: { id: sent.data.id },
    })
    const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    const seen = (await reviewer.get('/staff/review/detail', { id: sent.data.id })).data
    expect(JSON.stringify(seen.aside)).toContain('副理事长　温启衡')
    await decide(reviewer, sent.data.id, '/staff/review/decide', '材料齐全')
    await decide(await secretary(site), sent.data.id, '/staff/decision/record', '理事会通过')
    const rows = await db.select().from(appointment).where(eq(appointment.organisationId, own!.organisationId!))
    expect(rows.find(({ id }) => id === seat!.id)).toMatchObject({
      toDay: addDays(today, -1),
      endReason: '工作调动',
    })
    expect(rows.find(({ replacesId }) => replacesId === seat!.id)).toMatchObject({
      personName: '温若水',
      bornMonth: '1980-05',
      fromDay: today,
      postId: seat!.postId,
      termId: seat!.termId,
    })
    expect((await holdersOf('council')).map(({ personName }) => personName)).toContain('温若水')
    expect((await api.get('/member/seats')).data.seats).toMatchObject([
      { personName: '温若水' },
      { personName: '温启衡' },
    ])
    // The level of membership stays: who sits for the company does not change it.
    const [of] = await db.select().from(member).where(eq(member.organisationId, own!.organisationId!))
    expect(of!.levelCode).toBe(40)
  })

  test('is told where it has no seat', async () => {
    const company = await signUpComplete(site)
    expect(await company.api.get('/member/application/form', { kind: 'seatHandover' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('没有席位'),
    })
    expect((await company.api.get('/member/seats')).data).toEqual({ seats: [], mayHandOver: false, application: null })
  })
})
