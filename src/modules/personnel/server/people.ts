import { and, asc, desc, eq, exists, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { maskIdNumber, maskMobile } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import type { peopleContract } from '../peopleContract.ts'
import { ownPeople } from './ownPeople.ts'
import { hoursWithin } from './studyHours.ts'
import { personnelKind } from './tables.ts'

type Endpoints = typeof peopleContract
type List = Endpoints['GET /person/list']
type Filter = Parsed<Endpoints['GET /person/export']>
type Row = Output<List>['list'][number]
type Person = typeof person.$inferSelect

/** Certificates of persons, of a kind of the catalogue and in a state, where those are given. */
export const holdsCertificate = ({ db, now }: Pick<Ctx, 'db' | 'now'>, { kindId, status }: Omit<Filter, 'name'>) =>
  and(
    eq(certificate.register, 'personnel'),
    kindId === undefined
      ? undefined
      : inArray(
          certificate.kindCode,
          db.select({ code: personnelKind.code }).from(personnelKind).where(eq(personnelKind.id, kindId)),
        ),
    status && hasStatus(status, dayOf(now)),
  )

async function whereOf(ctx: Ctx, { name, ...held }: Filter): Promise<SQL> {
  const { db } = ctx
  const holds = db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(eq(certificate.personId, person.id), holdsCertificate(ctx, held)))
  return and(
    await ownPeople(ctx),
    name ? sql`position(${name} in ${person.name}) > 0` : undefined,
    held.kindId !== undefined || held.status ? exists(holds) : undefined,
  )!
}

export const peopleHandlers = {
  'GET /person/list': async (ctx, asked) => {
    const where = await whereOf(ctx, asked)
    const [rows, total] = await Promise.all([
      ctx.db.select().from(person).where(where).orderBy(desc(person.id)).limit(asked.pageSize).offset(offset(asked)),
      ctx.db.$count(person, where),
    ])
    return toPage(await toPersonRows(ctx, rows), total, asked)
  },
  'GET /person/export': async (ctx, filter) => {
    const { name: _, ...told } = filter
    await record(ctx, { action: 'person.export', objectType: 'person', detail: told })
    const where = await whereOf(ctx, filter)
    const rows = inBatches<Row>(async after =>
      toPersonRows(
        ctx,
        await ctx.db
          .select()
          .from(person)
          .where(and(where, after && lt(person.id, after.id)))
          .orderBy(desc(person.id))
          .limit(500),
      ),
    )
    return sendWorkbook('本单位人员', { name: '人员', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const sexNames = { male: '男', female: '女' }

/** Adds the valid certificates and this year's study hours of each person. */
export async function toPersonRows(
  ctx: Pick<Ctx, 'db' | 'now' | 'encryption'>,
  people: readonly Person[],
): Promise<Row[]> {
  const ids = people.map(({ id }) => id)
  const today = dayOf(ctx.now)
  const [held, hours] = await Promise.all([
    readHeld(ctx, ids),
    hoursWithin(ctx, ids, `${today.slice(0, 4)}-01-01`, today),
  ])
  const open = (sealed: string | null) => (sealed ? ctx.encryption.decrypt(sealed) : null)
  return people.map(of => {
    const [idNumber, mobile] = [open(of.idNumberSealed), open(of.mobileSealed)]
    const own = held.filter(({ personId }) => personId === of.id)
    return {
      id: of.id,
      name: of.name,
      sex: of.sex,
      sexName: of.sex ? sexNames[of.sex] : '',
      idNo: idNumber && maskIdNumber(idNumber),
      mobile: mobile && maskMobile(mobile),
      title: of.jobTitle,
      position: of.position,
      education: of.education,
      certNum: own.length,
      certs: own.map(nameOf),
      hoursThisYear: hours.get(of.id) ?? 0,
      nearestExpire: own.find(({ validTo }) => validTo !== null)?.validTo ?? null,
    }
  })
}

const nameOf = ({ kindName, levelName }: { kindName: string; levelName: string }) =>
  [kindName, levelName].filter(Boolean).join(' ')

/** Valid today, the first to end first. */
const readHeld = ({ db, now }: Pick<Ctx, 'db' | 'now'>, personIds: number[]) =>
  db
    .select({
      personId: certificate.personId,
      validTo: certificate.validTo,
      kindName: certificate.kindName,
      levelName: certificate.levelName,
    })
    .from(certificate)
    .where(
      and(
        eq(certificate.register, 'personnel'),
        inArray(certificate.personId, personIds),
        isNotNull(certificate.personId),
        hasStatus('valid', dayOf(now)),
      ),
    )
    .orderBy(asc(certificate.validTo), asc(certificate.id))

const columns: Column<Row>[] = [
  { title: '姓名', value: ({ name }) => name },
  { title: '性别', value: ({ sexName }) => sexName },
  { title: '证件号码（部分）', width: 24, value: ({ idNo }) => idNo },
  { title: '手机（部分）', value: ({ mobile }) => mobile },
  { title: '学历', value: ({ education }) => education },
  { title: '职称', value: ({ title }) => title },
  { title: '职务', value: ({ position }) => position },
  { title: '有效证书', width: 40, value: ({ certs }) => certs.join('；') },
  { title: '最近到期', value: ({ nearestExpire }) => nearestExpire },
  { title: '本年学时', value: ({ hoursThisYear }) => hoursThisYear },
]
