import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { application } from '#modules/review/server/tables.ts'
import { desks, setUpDesks } from '#test/setups/qualifications/desks.ts'
import { site } from '#test/setups/site.ts'
import { filledIn } from '#test/support/filledIn.ts'
import { newPhone, putFile, signInAs, signUp } from '#test/support/make.ts'
import {
  begin,
  type Company,
  company,
  decide,
  endNotice,
  handIn,
  handInMaterials,
  payFee,
} from '#test/support/qualifying.ts'
import { residentId } from '#test/support/workbooks.ts'

setUpDesks()

/** 行业信用等级评价: nobody comes to look. */
const CREDIT = 701
const AAA = 7011

describe('a company gets its first certificate', () => {
  let by: Company
  let id: number
  const listed = async () => (await by.api.get('/qualification/list')).data.list[0]

  test('only an organisation that has said who it is may begin', async () => {
    const wanted = { applyType: 'initial', childId: CREDIT }
    const { token } = await signUp(site, { accountType: 'organisation' })
    expect(await site.as(token).post('/qualification/addApply', wanted)).toMatchObject({ code: 409 })
    const person = site.as(await signInAs(site, 'zhangwei'))
    expect(await person.post('/qualification/addApply', wanted)).toMatchObject({ code: 403 })
  })

  test('it picks a kind and a level that are offered', async () => {
    by = await company(site)
    const groups = (await by.api.get('/qualification/group/list')).data
    expect(groups.flatMap(({ children }: { children: object[] }) => children)).toHaveLength(17)
    const levels = (await by.api.get('/qualification/level/list', { childId: CREDIT })).data
    expect(levels.find(({ levelId }: { levelId: number }) => levelId === AAA)).toMatchObject({ fee: 5000 })
    const person = { name: '柳如是', idType: 'resident', idNumber: residentId(901), provinceCode: '110000' }
    await by.api.post('/person/add', { form: { ...person, mobile: newPhone(), position: '清洗班长' } })
    id = await begin(by, { applyType: 'initial', childId: CREDIT, levelId: AAA })
    const { data } = await by.api.get('/qualification/getApply1', { id })
    expect(data).toMatchObject({ editable: true, form: { name: by.orgName, levelCode: 'AAA' } })
    expect(data.people).toMatchObject([{ name: '柳如是', position: '清洗班长' }])
    expect(data.apply).toMatchObject({
      status: 'draft',
      levelName: 'AAA级',
      childName: '行业信用等级评价',
      applyNo: null,
    })
  })

  test('a second one of the same kind is refused while the first is open', async () => {
    const again = await by.api.post('/qualification/addApply', { applyType: 'initial', childId: CREDIT })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('已有在办的首次申请') })
  })

  test('what is wrong in a table is named by row and column, and nothing is lost', async () => {
    const { data } = await by.api.get('/qualification/getApply1', { id })
    const persons = [{ name: '李晓明', idNumber: '110000199001010014', jobTitle: '工程师' }]
    const wrong = await by.api.post('/qualification/apply1Submit', {
      id,
      form: filledIn(data.fields, data.form),
      persons,
      action: 'submit',
    })
    expect(wrong).toMatchObject({ code: 400, data: { fields: { 'persons.0.idNumber': expect.any(String) } } })
    const equipments = [{ name: '清洗泵', model: 'QX-1', quantity: 2 }]
    const performances = [{ project: '一号炉清洗', client: '某热电厂' }]
    const tables = { persons, equipments, performances }
    const saved = await by.api.post('/qualification/apply1Submit', { id, form: data.form, ...tables, action: 'save' })
    expect(saved.code).toBe(200)
    const kept = await by.api.get('/qualification/getApply1', { id })
    expect(kept.data.form).toMatchObject(tables)
  })

  test('it cannot apply under another name than its own', async () => {
    const wrong = await handIn(by, id, { name: '另一家锅炉清洗有限公司', persons: [] })
    expect(wrong).toMatchObject({ code: 400, data: { fields: { name: expect.stringContaining('单位资料') } } })
  })

  test('handed in, its ID numbers are sealed in the database and masked for staff', async () => {
    const persons = [{ name: '李晓明', idNumber: '110000199001010013', jobTitle: '工程师' }]
    expect(await handIn(by, id, { persons })).toMatchObject({ data: { status: 'submitted' } })
    const [row] = await site.services.db.select().from(application).where(eq(application.id, id))
    expect(JSON.stringify(row!.form)).not.toContain('110000199001010013')
    const { data } = await desks.reviewer.get('/staff/review/detail', { id })
    expect(JSON.stringify(data)).not.toContain('110000199001010013')
    const table = data.form.find(({ field }: { field: string }) => field === 'persons').table
    expect(table.rows[0].join()).toMatch(/李晓明,.*\*/)
  })

  test('the materials wait for the first review', async () => {
    expect(await by.api.get('/qualification/getApply2', { id })).toMatchObject({ code: 409 })
  })

  test('the reviewer sends one field back, with the reason; only that one opens', async () => {
    const remarks = [{ field: 'scope', text: '请写明评价的业务' }]
    expect(await decide(desks, id, { action: 'return', remarks, opinion: '请补正' })).toMatchObject({ code: 200 })
    const { data: reason } = await by.api.get('/qualification/getAuditReason', { id })
    expect(reason).toMatchObject({
      status: 'returned',
      auditor: '协会',
      reason: '请补正',
      deadline: expect.any(String),
      items: [{ field: 'scope', label: '申请范围', reason: '请写明评价的业务' }],
    })
    const { data } = await by.api.get('/qualification/getApply1', { id })
    expect(data.openFields).toEqual(['scope'])
    expect((await by.api.get('/qualification/detail', { id })).data.auditReason).toMatchObject(remarks)
    const again = await by.api.post('/qualification/apply1Submit', {
      id,
      version: data.apply.version,
      action: 'submit',
      answers: { scope: '已写明' },
      form: { ...data.form, scope: '锅炉清洗业务的信用', levelCode: 'A' },
    })
    expect(again).toMatchObject({ data: { status: 'submitted' } })
    const { data: seen } = await desks.reviewer.get('/staff/review/detail', { id })
    expect(seen.rounds[1].changes).toMatchObject([{ field: 'scope', answer: '已写明' }])
  })

  test('the form is printed with its tables and its version', async () => {
    await decide(desks, id)
    const pdf = await by.api.download('/qualification/download', { type: 'applyForm', id })
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const docx = await by.api.download('/qualification/download', { type: 'applyForm', id, format: 'docx' })
    expect(docx.bytes.subarray(0, 2).toString()).toBe('PK')
    const stamped = await putFile(site, by.token, '申请表.pdf', pdf.bytes)
    const save = { id, files: [{ code: 'stampedForm', fileId: stamped }], action: 'save' }
    expect((await by.api.post('/qualification/apply2Submit', save)).code).toBe(200)
    const { data } = await by.api.get('/qualification/getApply2', { id })
    expect((await by.api.get('/qualification/getApply2', { id: 999_999 })).code).toBe(404)
    expect(data.materials[0]).toMatchObject({ code: 'stampedForm', match: 'current' })
    expect(await listed()).toMatchObject({ id, canUpload: true, canPay: false })
  })

  test('the materials that are missing are named', async () => {
    const missing = await by.api.post('/qualification/apply2Submit', { id, files: [], action: 'submit' })
    expect(missing).toMatchObject({ code: 400, data: { fields: { stampedForm: expect.any(String) } } })
    expect(await handInMaterials(by, id)).toMatchObject({ data: { status: 'checking' } })
  })

  test('a material that cannot be read is sent back with the reason, and handed in anew', async () => {
    const remarks = [{ slot: 'stampedForm', text: '公章不清晰' }]
    const back = await decide(desks, id, { action: 'return', remarks })
    expect(back).toMatchObject({ data: { status: 'materialsReturned' } })
    expect((await by.api.get('/qualification/getApply2', { id })).data.auditReason).toMatchObject(remarks)
    const answers = { stampedForm: '已重新扫描' }
    expect(await handInMaterials(by, id, { answers })).toMatchObject({ data: { status: 'checking' } })
    const { data: seen } = await desks.reviewer.get('/staff/review/detail', { id })
    const stamped = seen.materials.find(({ slot }: { slot: string }) => slot === 'stampedForm')
    expect(stamped.answer).toBe(answers.stampedForm)
  })

  test('then the fee of the level is due; the slip goes to the cashier', async () => {
    expect(await decide(desks, id)).toMatchObject({ data: { status: 'unpaid' } })
    const { data } = await by.api.get('/qualification/getApply2', { id })
    expect(await listed()).toMatchObject({ id, canUpload: false, canPay: true })
    expect(data.fee).toMatchObject({ amount: 5000, state: 'due', remark: expect.stringContaining(by.orgName!) })
    const notice = await by.api.download('/qualification/download', { type: 'payNotice', id })
    expect(notice.type).toBe('application/pdf')
    expect(await payFee(by, id)).toMatchObject({ data: { status: 'paying' } })
    const { data: seen } = await desks.cashier.get('/staff/review/detail', { id })
    expect(seen.payment).toMatchObject({ amount: 5000, slip: { id: by.fileId } })
  })

  test('a slip that shows nothing is sent back, and handed in anew', async () => {
    expect(await decide(desks, id, { action: 'return', opinion: '凭证看不清' })).toMatchObject({
      data: { status: 'unpaid' },
    })
    expect((await by.api.get('/qualification/detail', { id })).data.fee.state).toBe('refused')
    expect(await payFee(by, id)).toMatchObject({ data: { status: 'paying' } })
  })

  test('without a review on site it is decided, hangs out, and becomes a certificate', async () => {
    expect(await decide(desks, id)).toMatchObject({ data: { status: 'deciding' } })
    expect((await by.api.get('/qualification/detail', { id })).data.fee.state).toBe('confirmed')
    expect(await decide(desks, id, { opinion: '技术委员会通过' })).toMatchObject({ data: { status: 'noticed' } })
    const { data: notices } = await site.get('/app/publicity/notice/list', {
      kind: 'qualificationInitial',
      pageSize: 100,
    })
    const shown = notices.list.find(({ title }: { title: string }) => title === by.orgName)
    expect(shown.detail).toBe('拟颁发行业信用等级评价AAA级能力评价证书，范围：锅炉清洗业务的信用')
    await endNotice(site, id)
    expect(await decide(desks, id)).toMatchObject({ data: { status: 'approved' } })
    const { data } = await by.api.get('/qualification/detail', { id })
    expect(data.cert.certNo).toMatch(new RegExp(`^CBWA-XY01-AAA-${dayOf(new Date()).slice(0, 4)}-\\d{4}$`))
    const { data: found } = await site.get('/app/publicity/qualification/list', { orgName: by.orgName! })
    expect(found.list).toMatchObject([{ certNo: data.cert.certNo, certStatus: 'valid', scope: '锅炉清洗业务的信用' }])
    const { data: checked } = await site.get('/cert/verify', { number: data.cert.certNo })
    expect(JSON.stringify(checked)).toContain(by.orgName)
  })

  test('the holder has it as a document, in the list, and in its messages', async () => {
    const { data } = await by.api.get('/qualification/list', { applyType: 'initial' })
    expect(data.list).toMatchObject([{ id, status: 'approved', currentStep: '办结', canWithdraw: false }])
    const pdf = await by.api.download('/qualification/download', { type: 'certificate', id })
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const { data: messages } = await by.api.get('/qualification/message/list', { id, pageSize: 50 })
    expect(messages.list[0]).toMatchObject({ content: expect.stringContaining(data.list[0].certNo) })
  })

  test('and cannot apply for the same again', async () => {
    const again = await by.api.post('/qualification/addApply', { applyType: 'initial', childId: CREDIT })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('已持有该种类的证书') })
  })

  test('nobody else sees any of it', async () => {
    const other = await company(site)
    for (const path of ['detail', 'getApply1', 'getApply2', 'getAuditReason', 'message/list'])
      expect(await other.api.get(`/qualification/${path}`, { id })).toMatchObject({ code: 404 })
    const { data } = await by.api.get('/qualification/detail', { id })
    const certificate = { type: 'certificate', certId: data.cert.id }
    expect((await by.api.download('/qualification/download', certificate)).type).toBe('application/pdf')
    expect(await other.api.post('/qualification/download', certificate)).toMatchObject({ code: 404 })
  })
})
