import { and, eq, inArray, or } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { ImportedRow, LookupOptions, Verdict } from '#modules/imports/server/importKinds.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { enrolled } from '#modules/training/courses/server/places.ts'
import { course, eventKind, participant } from '#modules/training/server/tables.ts'
import { numberOf } from './participantImportColumns.ts'

type Course = Awaited<ReturnType<typeof coursesOf>> extends Map<number, infer One> ? One : never
type Refusal = Extract<Verdict, { do: 'refuse' }>

const refuse = (column: string, why: string): Refusal => ({ do: 'refuse', column, why })
const OTHER_NAME = '该证件号码已登记在另一个姓名之下，请核对；确需更名的，请到人员档案办理'

/** Skips rows of people who already take part in the course; all others need a free place. */
export async function checkParticipants(ctx: Ctx, rows: ImportedRow[], { memory }: LookupOptions): Promise<Verdict[]> {
  const courses = await coursesOf(ctx, rows)
  const hashes = rows.map(({ values }) => ctx.encryption.hash(numberOf(values)))
  const taking = await readCurrentParticipants(ctx, [...courses.keys()], hashes)
  const names = await namesOf(ctx, hashes)
  const employers = await employersOf(ctx, rows)
  for (const { id, quota, enrolled } of courses.values())
    if (!memory.has(placesOf(id))) memory.set(placesOf(id), quota - enrolled)
  return rows.map(({ values }, i) => {
    const [hash, of] = [hashes[i]!, courses.get(Number(values.courseId))]
    if (!of) return refuse('courseId', '没有这个编号的培训班')
    const taken = taking.get(`${of.id} ${hash}`)
    if (taken === values.name) return { do: 'same' }
    if (taken) return refuse('name', '这个证件号码已以另一个姓名报名该培训班，请核对')
    // Two courses of one workbook may list the same new person.
    const known = names.get(hash) ?? memory.get(`name ${hash}`)
    if (known && known !== values.name) return refuse('name', OTHER_NAME)
    const fault = courseFault(of, values) ?? employerFault(employers, values) ?? placeFault(of, memory)
    if (fault) return fault
    memory.set(`name ${hash}`, String(values.name))
    return { do: 'add' }
  })
}

export async function coursesOf({ db }: Pick<Ctx, 'db'>, rows: ImportedRow[]) {
  const ids = [...new Set(rows.map(({ values }) => Number(values.courseId)).filter(Number.isInteger))]
  const { id, title, quota, levelCode, cancelledAt } = course
  const found = await db
    .select({
      id,
      title,
      quota,
      levelCode,
      cancelledAt,
      levels: personnelKind.levels,
      asks: eventKind.asks,
      fares: course.fares,
      enrolled,
    })
    .from(course)
    .innerJoin(eventKind, eq(eventKind.code, course.kind))
    .leftJoin(personnelKind, eq(personnelKind.id, course.personnelKindId))
    .where(inArray(id, ids))
  return new Map(found.map(({ levels, ...of }) => [of.id, { ...of, levels: levels ?? [] }]))
}

async function readCurrentParticipants({ db }: Ctx, courseIds: number[], hashes: string[]) {
  const { courseId, idNumberHash, name } = participant
  const found = await db
    .select({ courseId, idNumberHash, name })
    .from(participant)
    .where(and(inArray(courseId, courseIds), inArray(idNumberHash, hashes), eq(participant.isActive, true)))
  return new Map(found.map(of => [`${of.courseId} ${of.idNumberHash}`, of.name]))
}

async function namesOf({ db }: Ctx, hashes: string[]): Promise<Map<string, string>> {
  const { idNumberHash, name } = person
  const found = await db.select({ idNumberHash, name }).from(person).where(inArray(idNumberHash, hashes))
  return new Map(found.map(of => [of.idNumberHash!, of.name]))
}

type Employer = Pick<typeof organisation.$inferSelect, 'id' | 'name' | 'creditCode' | 'provinceCode'>
export type Employers = { byCode: Map<string, Employer>; byName: Map<string, Employer[]> }

/** The registered organisations that rows name. */
export async function employersOf({ db }: Pick<Ctx, 'db'>, rows: ImportedRow[]): Promise<Employers> {
  const { id, name, creditCode, provinceCode } = organisation
  const given = (column: string) => [
    ...new Set(rows.flatMap(({ values }) => (values[column] ? String(values[column]) : []))),
  ]
  const found = await db
    .select({ id, name, creditCode, provinceCode })
    .from(organisation)
    .where(or(inArray(creditCode, given('creditCode')), inArray(name, given('organisationName'))))
  return { byCode: new Map(found.map(of => [of.creditCode, of])), byName: Map.groupBy(found, of => of.name) }
}

/** Finds the organisation by its code, or else by a name that only one organisation has. */
export function employerOf({ byCode, byName }: Employers, values: FormValues): Employer | undefined {
  if (values.creditCode) return byCode.get(String(values.creditCode))
  const [first, ...others] = byName.get(String(values.organisationName)) ?? []
  return others.length === 0 ? first : undefined
}

function employerFault(employers: Employers, values: FormValues): Refusal | undefined {
  if (!values.creditCode) return
  if (!values.organisationName) return refuse('organisationName', '填写了信用代码的，请同时填写单位名称')
  const of = employerOf(employers, values)
  if (of && of.name !== values.organisationName)
    return refuse('organisationName', `该信用代码已登记为“${of.name}”，请核对`)
}

function courseFault(of: Course, values: FormValues): Refusal | undefined {
  if (of.cancelledAt) return refuse('courseId', `“${of.title}”已取消`)
  if (!of.asks.includes('idNumber'))
    return refuse('courseId', `“${of.title}”不登记证件号码，不能用这项导入；请在它的报名表里从 Excel 填入`)
  if (of.fares.length > 0)
    return refuse('courseId', `“${of.title}”有几种票，不能用这项导入；请在它的报名表里从 Excel 填入`)
  if (levelOf(of, values) !== undefined) return
  const names = of.levels.filter(({ code }) => !of.levelCode || code === of.levelCode).map(({ name }) => name)
  return refuse('levelName', names.length ? `请填写该班的级别：${names.join('、')}` : '该班不分级别，请留空')
}

/** The code of the level that somebody wants or the course leads to; undefined where the course has no such level. */
export function levelOf({ levelCode, levels }: Pick<Course, 'levelCode' | 'levels'>, { levelName }: FormValues) {
  if (!levelName) return levelCode || (levels.length === 0 ? '' : undefined)
  const found = levels.find(({ code, name }) => code === levelName || name === levelName)?.code
  return levelCode && found !== levelCode ? undefined : found
}

const placesOf = (courseId: number) => `places ${courseId}`

/** Takes a place where there is one. */
function placeFault({ id, title, quota }: Course, memory: LookupOptions['memory']): Refusal | undefined {
  const left = Number(memory.get(placesOf(id)))
  if (left < 1) return refuse('courseId', `“${title}”限 ${quota} 人，名额已满`)
  memory.set(placesOf(id), left - 1)
}
