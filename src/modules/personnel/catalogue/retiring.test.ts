import excel from '@protobi/exceljs'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, startOf } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import {
  addKind,
  addPerson,
  admin,
  adminName,
  change,
  clerk,
  find,
  groupForm,
  issue,
  remove,
  setUpEmptyCatalogue,
  site,
} from '#test/setups/personnelCatalogue.ts'
import { today } from '#test/setups/site.ts'
import { openCourse } from '#test/support/enrolling.ts'
import { passAll, takePart } from '#test/support/examining.ts'
import { importer } from '#test/support/importer.ts'
import { workbookOf } from '#test/support/workbooks.ts'
import { creditHours } from '../server/studyHours.ts'

setUpEmptyCatalogue()

let certificateId: number
let number: string
let courseId: number
beforeAll(async () => {
  const kindId = await addKind()
  const personId = await addPerson('程在册')
  const { data } = await issue(personId)
  ;({ id: certificateId, number } = data)
  courseId = await openCourse(site, {
    personnelKindId: kindId,
    levelCode: '2',
    applyFrom: startOf(addDays(today, -40)),
    applyUntil: startOf(addDays(today, -20)),
    startsOn: addDays(today, -3),
    endsOn: addDays(today, -1),
    provinceCode: '320000',
    venue: '演示路 28 号',
    contactName: '江晚舟',
    contactPhone: '010-55500135',
    syllabus: '<p>维保</p>',
  })
  await passAll(site, courseId, await takePart(site, courseId, 2))
  const credit = { personId, title: '维保培训', hours: 8, earnedOn: today, certificateKind: 'DT1' }
  await creditHours({ ...site.services, now: new Date() }, [credit])
})

const kindsOnForm = async () => {
  const { data } = await clerk.get('/staff/certificate/kinds')
  const { groups } = data.find(({ register }: { register: string }) => register === 'personnel')
  return groups.flatMap(({ kinds }: { kinds: object[] }) => kinds)
}
const offeredToCourses = async () => {
  const { data } = await admin.get('/staff/training/course/blank')
  const field = data.fields.find(({ name }: { name: string }) => name === 'certificate')
  // Without kinds on offer the form has no such field.
  return (field?.options ?? []).map(({ code }: { code: string }) => code)
}
const candidates = () => admin.post('/staff/training/batch/create', { id: courseId })
/** Returns the choices that the template lists, and the faults of a row of that kind. */
async function importing(row: string) {
  const by = await importer(site, adminName)
  const template = new excel.Workbook()
  await template.xlsx.load((await by.download('/staff/import/template', { kind: 'personnel' })) as never)
  const lines: string[] = []
  template.getWorksheet('填写说明')!.eachRow(line => void lines.push(String(line.values)))
  const headings = ['证书编号', '姓名', '证书种类', '级别', '发证日期']
  const book = await workbookOf([headings, [row, '程旧旧', '电梯维保员', '初级', '2020-05-04']])
  const batch = await by.check('personnel', book)
  return { offers: lines.find(line => line.includes('证书种类')), faults: await by.faults(batch.id) }
}

describe('a kind that certificates, courses and study hours name', () => {
  test('says what uses it, and is not deleted', async () => {
    expect(await find('kind', '电梯维保员')).toMatchObject({
      uses: 3,
      usedBy: '1 张证书、1 条学时记录、1 个培训班',
      certificates: 1,
    })
    expect(await remove('kind', '电梯维保员')).toMatchObject({
      code: 409,
      msg: '“电梯维保员”已有 1 张证书、1 条学时记录、1 个培训班，不能删除，可以停用',
    })
    const refused = await change('kind', '电梯维保员', { levels: [{ code: '1', name: '初级' }] })
    expect(refused.data.fields.levels).toBe('高级（2）已有 1 个培训班，不能删除或改代号')
  })

  test('is offered to new certificates, courses and imports while it is in use', async () => {
    expect(await kindsOnForm()).toMatchObject([{ code: 'DT1' }])
    expect(await offeredToCourses()).toHaveLength(3)
    const { offers, faults } = await importing('旧证-1')
    expect(offers).toContain('电梯维保员')
    expect(faults).toEqual([])
  })
})

describe.each([
  ['the kind', 'kind', '电梯维保员'],
  ['its whole group', 'group', groupForm.name],
] as const)('when %s is retired', (_, of, name) => {
  beforeAll(async () => {
    expect((await change(of, name, { state: 'retired' })).code).toBe(200)
    return async () => {
      expect((await change(of, name, { state: 'open' })).code).toBe(200)
    }
  })

  test('it is offered for no new certificate, course, batch or import, and refused with the reason', async () => {
    expect(await kindsOnForm()).toMatchObject([{ code: 'DT1', isRetired: true }])
    const refused = await issue(await addPerson('程新新'))
    expect(refused.data.fields.kindCode).toBe('“电梯维保员”已停用，不再签发')
    expect(await offeredToCourses()).toEqual([])
    expect(await candidates()).toMatchObject({ code: 409, msg: expect.stringContaining('“电梯维保员”已停用') })
    const { offers, faults } = await importing('旧证-2')
    expect(offers).not.toContain('电梯维保员')
    expect(faults).toMatchObject([{ heading: '证书种类', message: expect.stringContaining('已停用') }])
  })

  test('the course that leads to it keeps it, and a copy of the course does not', async () => {
    const { data } = await admin.get('/staff/training/course/detail', { id: courseId })
    expect(data.values.certificate).toMatch(/^\d+:2$/)
    const { id, version } = data
    const saved = await admin.post('/staff/training/course/save', { id, version, form: { teachers: '程老师' } })
    expect(saved.code).toBe(200)
    const after = (await admin.get('/staff/training/course/detail', { id: courseId })).data
    expect(after.values).toMatchObject({ certificate: data.values.certificate, teachers: '程老师' })
    const copy = (await admin.get('/staff/training/course/blank', { from: courseId })).data
    expect(copy.values.certificate).toBeUndefined()
  })

  test('its certificates are valid, found and named as before, and shown while somebody holds one', async () => {
    const shown = async () => (await site.get('/app/publicity/person/group/list')).data
    const verified = (await site.get('/cert/verify', { number })).data
    expect(verified).toMatchObject({ kindName: '电梯维保员', levelName: '初级', today: { certStatus: 'valid' } })
    const found = await clerk.get('/staff/certificate/list', { kindCode: 'DT1' })
    expect(found.data.list.map(({ id }: { id: number }) => id)).toContain(certificateId)
    expect(await shown()).toEqual([])
    const published = new Date()
    await site.services.db.update(certificate).set({ publishedAt: published }).where(eq(certificate.id, certificateId))
    expect(await shown()).toMatchObject([{ groupCode: 'DT', count: 1, kinds: [{ kindCode: 'DT1', isRetired: true }] }])
    await site.services.db.update(certificate).set({ publishedAt: null }).where(eq(certificate.id, certificateId))
  })

  test('what is exported names it, and imports again without a change', async () => {
    const by = await importer(site, adminName)
    const batch = await by.check('personnel', await by.download('/staff/import/export', { kind: 'personnel' }))
    expect(batch.rows).toBeGreaterThan(0)
    expect(batch.same).toBe(batch.rows)
  })

  test('one that was issued is put right as before, on new paper, too', async () => {
    const { seen } = (await clerk.get('/staff/certificate/detail', { id: certificateId })).data
    const renewed = await clerk.post('/staff/certificate/replace', {
      id: certificateId,
      seen,
      issuedOn: today,
      reason: '原件遗失',
    })
    expect(renewed.code).toBe(200)
    ;({ id: certificateId, number } = renewed.data)
  })
})

test('in use again, it is issued again, a batch of a course, too', async () => {
  expect((await issue(await addPerson('程再再'))).code).toBe(200)
  expect(await candidates()).toMatchObject({ code: 200, data: { people: 2 } })
})
