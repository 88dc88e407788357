import { and, eq, inArray, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { recordEvent } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import type { Site } from '#test/support/app.ts'
import { signInAs } from '#test/support/make.ts'
import { account } from '../accounts/server/tables.ts'

type Caller = ReturnType<Site['as']>

const tokens: Record<string, string> = {}
const as: Record<string, Caller> = {}

setUpSite({ demo: true })

beforeAll(async () => {
  for (const userName of ['qingyuan', 'xinren', 'zhangwei']) {
    tokens[userName] = await signInAs(site, userName)
    as[userName] = site.as(tokens[userName])
  }
})

const today = dayOf(new Date())
const ownerOf = async (userName: string) => {
  const [found] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return found!
}

describe('who is signed in', () => {
  test('a member company is told what it is, with its phone masked', async () => {
    const { organisationId } = await ownerOf('qingyuan')
    const [of] = await site.services.db.select().from(member).where(eq(member.organisationId, organisationId!))
    const { data } = await as.qingyuan!.get('/member/info')
    expect(data).toMatchObject({
      userName: 'qingyuan',
      accountType: 'organisation',
      orgName: '北京清源锅炉清洗有限公司',
      realName: null,
      phone: '139****0001',
      creditCode: '91110105MA00DEM14D',
      isComplete: true,
      memberStatus: 'active',
      memberNo: of!.number,
      joinDate: of!.joinedOn,
      feePaidYear: of!.feePaidYear,
      memberType: 'organisation',
    })
    expect(JSON.stringify(data)).not.toContain('13900000001')
  })

  test('who has not said whose the account is, is told so', async () => {
    expect((await as.xinren!.get('/member/info')).data).toMatchObject({
      isComplete: false,
      orgName: 'xinren',
      realName: null,
      memberNo: null,
      memberStatus: null,
      unread: 0,
      todoNum: 0,
    })
  })

  test('unread messages are counted, read ones are not', async () => {
    const { id } = await ownerOf('xinren')
    const about = { accountId: id, kind: 'system' as const, title: '通知', content: '内容' }
    await site.services.db.insert(message).values([about, about, { ...about, readAt: new Date() }])
    expect((await as.xinren!.get('/member/info')).data.unread).toBe(2)
    expect((await as.xinren!.get('/member/overview')).data.unread).toBe(2)
  })

  test('nobody is answered without a sign-in', async () => {
    for (const path of ['/member/info', '/member/overview', '/member/calendar', '/member/qualification/list'])
      expect(await site.get(path)).toMatchObject({ status: 401, code: 401 })
  })
})

describe('the overview of a company', () => {
  test('counts its certificates and those of its staff as they stand today', async () => {
    const { organisationId } = await ownerOf('qingyuan')
    const { db } = site.services
    const own = await db
      .select()
      .from(certificate)
      .where(
        and(
          eq(certificate.organisationId, organisationId!),
          inArray(certificate.register, ['qualification', 'award']),
          isNull(certificate.personId),
        ),
      )
    const { data } = await as.qingyuan!.get('/member/overview')
    const sum = (rows: { num: number }[]) => rows.reduce((all, { num }) => all + num, 0)
    expect(sum(data.certificates)).toBe(own.length)
    const staff = await db.select().from(person).where(eq(person.organisationId, organisationId!))
    expect(data.staff.persons).toBe(staff.length)
    expect(data.membership).toMatchObject({ status: 'active', statusName: '有效', feeYear: Number(today.slice(0, 4)) })
  })

  test('lists what ends within 180 days, the nearest first, and nothing that is revoked', async () => {
    const { db } = site.services
    const rows = (await as.qingyuan!.get('/member/overview')).data.expiring as Row[]
    type Row = { certId: number; certNo: string; validTo: string; daysLeft: number }
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ validTo }) => validTo)).toEqual(rows.map(({ validTo }) => validTo).toSorted())
    for (const { validTo, daysLeft } of rows) expect(addDays(today, daysLeft)).toBe(validTo)
    expect(rows.every(({ daysLeft }) => daysLeft >= 0 && daysLeft <= 180)).toBe(true)
    const [nearest] = rows
    await recordEvent({ db, now: new Date() }, nearest!.certId, { kind: 'revoked', effectiveOn: today, reason: '试' })
    const after = (await as.qingyuan!.get('/member/overview')).data.expiring as Row[]
    expect(after.map(({ certNo }) => certNo)).not.toContain(nearest!.certNo)
    await db.update(certificate).set({ status: 'valid' }).where(eq(certificate.id, nearest!.certId))
  })

  test('measures what the year’s membership includes against what was used', async () => {
    const { organisationId } = await ownerOf('qingyuan')
    const { db } = site.services
    const [{ advertDays, trainingSeats } = {}] = await db
      .select({ advertDays: memberLevel.advertDays, trainingSeats: memberLevel.trainingSeats })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .where(eq(member.organisationId, organisationId!))
    const { benefits } = (await as.qingyuan!.get('/member/overview')).data
    expect(benefits.list).toMatchObject([
      { name: '广告展示', total: advertDays },
      { name: '会员价培训名额', total: trainingSeats },
    ])
    expect(benefits.list[1].used).toBeGreaterThan(0)
  })

  test('is empty, and no error, for who has just registered', async () => {
    expect((await as.xinren!.get('/member/overview')).data).toMatchObject({
      isComplete: false,
      membership: null,
      certificates: [],
      staff: null,
      expiring: [],
      benefits: null,
      joining: null,
    })
  })

  test('of a person is about this person alone', async () => {
    const { personId } = await ownerOf('zhangwei')
    const own = await site.services.db.select().from(certificate).where(eq(certificate.personId, personId!))
    const { data } = await as.zhangwei!.get('/member/overview')
    expect(data).toMatchObject({ name: '张伟', staff: null, benefits: null })
    const numbers = own.map(({ number }) => number)
    for (const { certNo } of data.expiring) expect(numbers).toContain(certNo)
  })
})

describe('the calendar of ends', () => {
  const calendar = async (userName: string) => {
    const response = await site.app.inject({ url: '/api/member/calendar', headers: { token: tokens[userName] } })
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(response.headers['cache-control']).toContain('private')
    return response.body.replaceAll('\r\n ', '')
  }

  test('has a day for each certificate that ends, with four reminders and the address to check it', async () => {
    const { expiring } = (await as.qingyuan!.get('/member/overview')).data
    const file = await calendar('qingyuan')
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
    for (const { certId, validTo, verifyUrl } of expiring) {
      const event = file.split('BEGIN:VEVENT').find(one => one.includes(`UID:certificate-${certId}@`))!
      expect(event).toContain(`DTSTART;VALUE=DATE:${validTo.replaceAll('-', '')}`)
      expect(event).toContain(`URL:${verifyUrl}`)
      expect(event.match(/TRIGGER:-P(90|60|30|7)D/g)).toHaveLength(4)
    }
  })

  test('has the courses to come, from the day of checking in to the last, and the page with more', async () => {
    const { appointments } = (await as.qingyuan!.get('/member/overview')).data
    const course = appointments.find(({ kindName }: { kindName: string }) => kindName === '培训')
    const event = (await calendar('qingyuan')).split('BEGIN:VEVENT').find(one => one.includes(`UID:${course.key}@`))!
    expect(event).toContain(`DTSTART;VALUE=DATE:${course.day.replaceAll('-', '')}`)
    expect(event).toContain(`DTEND;VALUE=DATE:${addDays(course.until, 1).replaceAll('-', '')}`)
    expect(event.match(/TRIGGER:-P(7|1)D/g)).toHaveLength(2)
    expect(event).toContain(course.route)
  })

  test('is of nobody else', async () => {
    const [other] = await site.services.db
      .select({ name: organisation.name })
      .from(organisation)
      .where(eq(organisation.name, '济南泰山水处理药剂有限公司'))
    expect(await calendar('qingyuan')).not.toContain(other!.name)
    expect(await calendar('xinren')).not.toContain('BEGIN:VEVENT')
  })
})
