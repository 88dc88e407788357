import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { person } from '#modules/members/server/tables.ts'
import type { peopleContract } from '../peopleContract.ts'
import { ownPeople } from './ownPeople.ts'
import { holdsCertificate } from './people.ts'
import { hoursOf } from './studyHours.ts'

type Endpoints = typeof peopleContract
type List = Endpoints['GET /person/cert/list']
type Filter = Parsed<Endpoints['GET /person/cert/export']>
type Row = Output<List>['list'][number]
type Asking = Pick<Ctx, 'db' | 'now' | 'config'>

const whereOf = async (ctx: Ctx, { personId, ...held }: Filter): Promise<SQL> =>
  and(await ownPeople(ctx), holdsCertificate(ctx, held), personId === undefined ? undefined : eq(person.id, personId))!

export const peopleCertificatesHandlers = {
  'GET /person/cert/list': async (ctx, asked) => {
    const where = await whereOf(ctx, asked)
    const [list, total] = await Promise.all([
      readCertificates(ctx, where, { limit: asked.pageSize, skip: offset(asked) }),
      ctx.db.$count(ofPeople(ctx).where(where).as('found')),
    ])
    return toPage(list, total, asked)
  },
  'GET /person/cert/export': async (ctx, filter) => {
    await record(ctx, { action: 'person.export', objectType: 'person', detail: filter })
    const rows = await readCertificates(ctx, await whereOf(ctx, filter), { limit: MAX_EXPORT_ROWS })
    return sendWorkbook('本单位人员证书', { name: '人员证书', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const columns: Column<Row>[] = [
  { title: '姓名', value: ({ name }) => name },
  { title: '种类', width: 26, value: ({ kindName }) => kindName },
  { title: '级别', width: 20, value: ({ levelName }) => levelName },
  { title: '证书编号', width: 24, value: ({ certNo }) => certNo },
  { title: '发证日期', value: ({ issueDate }) => issueDate },
  { title: '有效期至', value: ({ validTo }) => validTo ?? '长期' },
  { title: '状态', value: ({ certStatusName }) => certStatusName },
  { title: '已有学时', value: ({ hours }) => hours },
  { title: '换证所需学时', value: ({ hoursNeeded }) => hoursNeeded },
]

/** Export limit: more than the people of one company hold. */
const MAX_EXPORT_ROWS = 5000

const ofPeople = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ of: certificate, name: person.name })
    .from(certificate)
    .innerJoin(person, eq(person.id, certificate.personId))
    .$dynamic()

/** The first to end first, each with what has been learnt for its renewal. */
export async function readCertificates(ctx: Asking, where: SQL, { limit = 100, skip = 0 } = {}) {
  const rows = await ofPeople(ctx)
    .where(where)
    .orderBy(asc(certificate.validTo), asc(certificate.id))
    .limit(limit)
    .offset(skip)
  const hours = await hoursOf(
    ctx,
    rows.map(({ of }) => of.id),
  )
  const today = dayOf(ctx.now)
  return rows.map(({ of, name }) => {
    const { status: certStatus, statusName: certStatusName } = statusToday(of, today)
    return {
      certId: of.id,
      personId: of.personId!,
      name,
      certNo: of.number,
      groupName: of.groupName,
      kindName: of.kindName,
      levelName: of.levelName,
      issueDate: of.issuedOn,
      validFrom: of.validFrom,
      validTo: of.validTo,
      daysLeft: of.validTo === null ? null : daysBetween(today, of.validTo),
      certStatus,
      certStatusName,
      ...(hours.get(of.id) ?? { hours: 0, hoursNeeded: 0 }),
      verifyUrl: `${ctx.config.publicUrl}/admin/verify?token=${of.token}`,
    }
  })
}

export const heldBy = (personId: number) =>
  and(eq(certificate.register, 'personnel'), eq(certificate.personId, personId))!
