import { setTimeout as wait } from 'node:timers/promises'
import excel from '@protobi/exceljs'
import { and, eq, inArray } from 'drizzle-orm'
import { course, participant } from '#modules/training/server/tables.ts'
import { staffSession } from '#test/support/make.ts'
import { addDays, dayOf } from '../src/lib/dates.ts'
import { residentIdCheck } from '../src/lib/residentId.ts'
import { personnelKind } from '../src/modules/personnel/server/tables.ts'
import type { Opened } from './data.ts'
import type { Program } from './programs.ts'

/** Creates `count` ended courses with `quota` places each; they lead to a certificate of the association. */
export async function openCourses({ services: { db } }: Opened, count: number, quota: number): Promise<number[]> {
  const [kind] = await db.select().from(personnelKind).where(eq(personnelKind.issuer, 'association')).limit(1)
  const today = dayOf(new Date())
  const of: Omit<typeof course.$inferInsert, 'title'> = {
    kind: 'certification',
    mode: 'onsite',
    personnelKindId: kind!.id,
    levelCode: kind!.levels[0]?.code ?? '',
    applyFrom: new Date(addDays(today, -60)),
    applyUntil: new Date(addDays(today, -30)),
    publishedAt: new Date(),
    startsOn: addDays(today, -20),
    endsOn: addDays(today, -16),
    quota,
    feeMember: 800,
    feeOther: 1200,
    hasNotice: false,
    resultsAt: new Date(),
  }
  const all = Array.from({ length: count }, (_, i) => ({ ...of, title: `量测班 ${i + 1}` }))
  return (await db.insert(course).values(all).returning({ id: course.id })).map(({ id }) => id)
}

/** Imports participants by upload, check and start, as staff do; spreads them evenly over the courses. */
export async function importParticipants(site: Program, opened: Opened, courses: number[], people: number) {
  const { post, get, upload } = await staff(site, opened, 'admin')
  const settled = async (id: number) => {
    for (;;) {
      const batch = await get(`/staff/import/item?id=${id}`)
      if (batch.status !== 'parsing' && batch.status !== 'running') return batch
      await wait(100)
    }
  }
  const fileId = await upload(await listOf(courses, people))
  const { id } = await post('/staff/import/check', { kind: 'participants', fileId })
  await settled(id)
  await post('/staff/import/start', { id, rows: 'all' })
  const { status, added, reason } = await settled(id)
  if (status !== 'done' || added !== people) throw new Error(`${added} participants were imported: ${status} ${reason}`)
}

async function listOf(courses: number[], people: number): Promise<Buffer> {
  const book = new excel.Workbook()
  const sheet = book.addWorksheet('名单')
  sheet.addRow(['培训班编号', '单位名称', '姓名', '证件号码', '手机', '同意公示'])
  for (let i = 0; i < people; i++) {
    const place = courses[Math.floor((i * courses.length) / people)]!
    const employer = `第${Math.floor(i / 8) + 1}锅炉水处理有限公司`
    sheet.addRow([String(place), employer, nameOf(i), idOf(i), `138${String(i).padStart(8, '0')}`, '同意'])
  }
  return Buffer.from(await book.xlsx.writeBuffer())
}

const nameOf = (n: number) => `赵${String.fromCharCode(0x4e00 + (n % 5_000))}`
/**
 * Returns a resident ID with a valid check digit and a district code that does not exist, so that it belongs to nobody.
 */
function idOf(n: number): string {
  const first17 = `110000198${n % 10}0${1 + (Math.floor(n / 10) % 9)}${String(1 + (Math.floor(n / 90) % 28)).padStart(2, '0')}${String(Math.floor(n / 2_520)).padStart(3, '0')}`
  return first17 + residentIdCheck(first17)
}

/**
 * Issues certificates to everybody in a course, all counted as passed: one staff member prepares the batch, another
 * approves it.
 */
export async function issueCertificates(site: Program, opened: Opened, courseId: number) {
  const { db } = opened.services
  const ofCourse = and(eq(participant.courseId, courseId), eq(participant.isActive, true))
  await db.update(participant).set({ result: 'passed' }).where(ofCourse)
  const drawer = await staff(site, opened, 'admin')
  const { people } = await drawer.post('/staff/training/batch/create', { id: courseId })
  const [batch] = await drawer.get(`/staff/training/batch/list?id=${courseId}`)
  const reviewer = await staff(site, opened, 'reviewer')
  const decision = { id: batch.applicationId, version: batch.version, action: 'pass', opinion: '' }
  await reviewer.post('/staff/review/decide', decision)
  const issued = await db.$count(participant, and(ofCourse, inArray(participant.batchId, [batch.id])))
  const [one] = await db.select().from(participant).where(ofCourse).limit(1)
  if (issued !== people || !one?.certificateId) throw new Error(`of ${people} certificates ${issued} were issued`)
}

/** HTTP client of a demo staff member. */
export async function staff({ port }: Program, opened: Opened, userName: string) {
  const { cookie } = await staffSession(opened as never, userName)
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP, whatever its type.
  const call = async (path: string, init: RequestInit = {}): Promise<any> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    const { code, data, msg } = (await response.json()) as { code: number; data: unknown; msg: string }
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
  return {
    get: (path: string) => call(path),
    post: (path: string, body: object) =>
      call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    /** Returns the number of bytes received. */
    download: async (path: string): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers })
      if (response.headers.get('content-type')?.includes('json')) throw new Error(`${path}: ${await response.text()}`)
      let bytes = 0
      for await (const chunk of response.body!) bytes += chunk.length
      return bytes
    },
    upload: async (bytes: Buffer): Promise<number> => {
      const form = new FormData()
      form.append('use', 'import')
      form.append('file', new Blob([new Uint8Array(bytes)]), '学员名单.xlsx')
      return (await call('/file/upload', { method: 'POST', body: form })).id
    },
  }
}
