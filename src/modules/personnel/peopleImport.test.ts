import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { personRow, residentId, sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { account } from '../accounts/server/tables.ts'
import { employment, person } from '../members/server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })

const today = dayOf(new Date())
const HEADINGS = ['姓名', '证件号码', '手机', '学历', '到岗日期', '同意公示']
let serial = 300
const row = (over: Partial<Record<(typeof HEADINGS)[number], string>> = {}) => {
  const [name, idNumber, mobile, education] = personRow(++serial, '1991')
  const known: Record<string, string> = { 姓名: name!, 证件号码: idNumber!, 手机: mobile!, 学历: education!, ...over }
  return HEADINGS.map(heading => known[heading] ?? '')
}

async function companyWithFiles() {
  const company = await staffed(site)
  const [of] = await site.services.db.select().from(account).where(eq(account.id, company.accountId))
  const token = await signInAs(site, of!.userName, '清洗之前先看水质 7')
  const ask = async (path: string, bytes: Uint8Array, { name = '人员.xlsx', fields = {} } = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
    form.append('file', new File([bytes as BlobPart], name))
    const body = new Response(form)
    const type = { 'content-type': body.headers.get('content-type')! }
    const headers = { token, 'sec-fetch-site': 'same-origin', ...type }
    const payload = Buffer.from(await body.arrayBuffer())
    return site.app.inject({ method: 'POST', url: `/api/person/import/${path}`, payload, headers })
  }
  const send = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json()
  const people = () =>
    site.services.db.select().from(person).where(eq(person.organisationId, company.organisationId)).orderBy(person.id)
  return { ...company, token, ask, send, people }
}
type Row = { row: number; verdict: string; reasons: string[]; cells: string[] }
type Mendable = Row & { toMend: { name: string; heading: string; said: string; options: string[] }[] }

describe('a list of people', () => {
  test('is looked over row by row, and nothing is written', async () => {
    const [company, other] = [await companyWithFiles(), await staffed(site)]
    const known = row()
    await other.post('/person/add', {
      form: { name: known[0], idType: 'resident', idNumber: known[1], provinceCode: '110000' },
    })
    const good = row({ 到岗日期: '2025/3/1' })
    const bytes = await workbookOf([
      HEADINGS,
      good,
      row({ 证件号码: '110000199003090000' }),
      row({ 学历: '博士后' }),
      row({ 到岗日期: addDays(today, 2) }),
      [...good],
      known,
    ])
    const { data } = await company.send('check', bytes)
    const told = data.rows as Row[]
    expect(told.map(({ verdict }) => verdict)).toEqual(['add', ...Array(5).fill('refused')])
    expect(told.map(({ reasons }) => reasons[0] ?? '')).toEqual([
      '',
      expect.stringContaining('证件号码：'),
      expect.stringContaining('学历：“博士后”不在可选值之中'),
      '到岗日期：不能晚于今天',
      '证件号码：与第 2 行重复',
      expect.stringContaining('用“转入”单独办理'),
    ])
    expect(JSON.stringify(data)).not.toMatch(/\d{17}[\dX]|139\d{8}/)
    expect(JSON.stringify(data)).not.toContain(other.name)
    expect(told[0]!.cells[data.columns.indexOf('到岗日期')]).toBe('2025-03-01')
    const wider = await company.send(
      'check',
      await workbookOf([
        [...HEADINGS, '血型'],
        [...row(), 'A'],
      ]),
    )
    expect(wider.data.notes).toEqual(['以下列不认识，没有读取：血型'])
    expect(await company.people()).toEqual([])
  })

  test('is entered as far as it is chosen, with what goes without saying', async () => {
    const company = await companyWithFiles()
    const rows = [row({ 到岗日期: '2025-03-01' }), row(), row({ 证件号码: '1' })]
    const bytes = await workbookOf([HEADINGS, ...rows])
    expect((await company.send('run', bytes, { fields: { rows: '2,3' } })).data).toEqual({ added: 2, joined: 0 })
    const people = await company.people()
    expect(people).toMatchObject([
      { name: rows[0]![0], idType: 'resident', provinceCode: '110000', employer: company.name, publicConsentAt: null },
      { name: rows[1]![0], sex: expect.stringMatching(/male/), bornOn: expect.stringMatching(/^1991-04/) },
    ])
    const [since] = await site.services.db.select().from(employment).where(eq(employment.personId, people[0]!.id))
    expect(since).toMatchObject({ fromDay: '2025-03-01', began: 'company' })
    const again = (await company.send('check', bytes)).data.rows as Row[]
    expect(again.map(({ verdict }) => verdict)).toEqual(['known', 'known', 'refused'])
    expect(await company.send('run', bytes, { fields: { rows: '2' } })).toMatchObject({ code: 400 })
  })

  test('comes back as the same workbook, what is wrong in red with its reason', async () => {
    const company = await companyWithFiles()
    const bytes = await workbookOf([HEADINGS, row(), row({ 学历: '博士后', 证件号码: '1' })])
    const marked = async (rows: 'all' | 'bad') => {
      const { headers, rawPayload } = await company.ask('errors', bytes, { fields: { rows } })
      expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
        rows === 'bad' ? '人员（待更正的行）.xlsx' : '人员（已标注错误）.xlsx',
      )
      return sheetOf(rawPayload)
    }
    const sheet = await marked('all')
    const texts = textsOf(sheet)
    expect(texts.map(cells => cells.length)).toEqual([7, expect.any(Number), 7])
    expect(texts[0]!.at(-1)).toBe('错误原因')
    expect(texts[2]!.at(-1)).toMatch(
      /证件号码：.*学历：“博士后”不在可选值之中|学历：“博士后”不在可选值之中.*；证件号码：/,
    )
    const colourOf = (line: number, column: number) => {
      const { fill } = sheet.getRow(line).getCell(column)
      return fill?.type === 'pattern' ? fill.fgColor?.argb : undefined
    }
    expect([colourOf(3, 2), colourOf(3, 4), colourOf(3, 1), colourOf(2, 2)]).toEqual([
      'FFFFC7CE',
      'FFFFC7CE',
      undefined,
      undefined,
    ])
    expect(textsOf(await marked('bad'))).toHaveLength(2)
    expect(await company.people()).toEqual([])
  })

  test('is mended without the workbook: what was put in place of a cell is judged and entered', async () => {
    const company = await companyWithFiles()
    const bytes = await workbookOf([HEADINGS, row({ 学历: '博士后' }), row({ 证件号码: '1' })])
    const { data } = await company.send('check', bytes)
    const [first, second] = data.rows as Mendable[]
    expect(first!.toMend).toEqual([
      { name: 'education', heading: '学历', said: '博士后', options: expect.arrayContaining(['博士研究生']) },
    ])
    expect(second!.toMend).toEqual([{ name: 'idNumber', heading: '证件号码', said: '', options: [] }])
    const mended = JSON.stringify({ 2: { education: '博士研究生' }, 3: { idNumber: row()[1] } })
    const again = (await company.send('check', bytes, { fields: { mended } })).data.rows as Row[]
    expect(again.map(({ verdict }) => verdict)).toEqual(['add', 'add'])
    expect((await company.send('run', bytes, { fields: { rows: '2,3', mended } })).data).toEqual({
      added: 2,
      joined: 0,
    })
    for (const wrong of ['{', '[]', '{"2":{"education":5}}'])
      expect(await company.send('check', bytes, { fields: { mended: wrong } })).toMatchObject({ code: 400 })
  })

  test('with somebody who is to be shown is entered once the company says that they have agreed', async () => {
    const company = await companyWithFiles()
    const bytes = await workbookOf([HEADINGS, row({ 同意公示: '同意' })])
    const run = (hasConsent: boolean) => company.send('run', bytes, { fields: { rows: '2', hasConsent } })
    expect((await run(false)).data.fields).toEqual({ hasConsent: expect.stringContaining('书面同意') })
    expect((await run(true)).data).toEqual({ added: 1, joined: 0 })
    expect(await company.people()).toMatchObject([{ publicConsentAt: expect.any(Date) }])
  })

  test('with one wrong row among the chosen is not entered at all', async () => {
    const company = await companyWithFiles()
    const bytes = await workbookOf([HEADINGS, row(), row({ 证件号码: '1' })])
    expect(await company.send('run', bytes, { fields: { rows: '2,3' } })).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/一行也没有登记：第 3 行/),
    })
    expect(await company.people()).toEqual([])
    expect(await company.send('run', bytes, { fields: { rows: '2,9' } })).toMatchObject({ code: 400 })
    expect(await company.send('run', bytes, { fields: { rows: 'x' } })).toMatchObject({ code: 400 })
  })

  test('brings people along who are with nobody, under the name that is known', async () => {
    const [former, company] = [await staffed(site), await companyWithFiles()]
    const [free, renamed] = [row(), row()]
    for (const of of [free, renamed]) {
      const form = { name: of[0], idType: 'resident', idNumber: of[1], provinceCode: '110000' }
      const { data } = await former.post('/person/add', { form })
      const { version } = (await former.get('/person/detail', { id: data.id })).data
      await former.post('/person/leave', { id: data.id, version, form: { reason: 'moved', day: today } })
    }
    const bytes = await workbookOf([HEADINGS, free, ['顾横波', ...renamed.slice(1)]])
    const { data } = await company.send('check', bytes)
    expect((data.rows as Row[]).map(({ verdict }) => verdict)).toEqual(['join', 'refused'])
    expect((await company.send('run', bytes, { fields: { rows: '2' } })).data).toEqual({ added: 0, joined: 1 })
    expect((await company.people()).map(({ name }) => name)).toEqual([free[0]])
  })

  test('makes nobody public unless the row says so and the company states the consent', async () => {
    const company = await companyWithFiles()
    const bytes = await workbookOf([HEADINGS, row({ 同意公示: '同意' }), row()])
    expect(await company.send('run', bytes, { fields: { rows: '2,3' } })).toMatchObject({
      code: 400,
      data: { fields: { hasConsent: expect.any(String) } },
    })
    expect((await company.send('run', bytes, { fields: { rows: '2,3', hasConsent: 'true' } })).code).toBe(200)
    expect((await company.people()).map(({ publicConsentVersion }) => publicConsentVersion)).toEqual([
      '1（单位声明）',
      null,
    ])
  })

  test('sent twice at once is entered once', async () => {
    const company = await companyWithFiles()
    const bytes = await workbookOf([HEADINGS, row(), row()])
    const run = () => company.send('run', bytes, { fields: { rows: '2,3' } })
    const answers = await Promise.all([run(), run()])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
    expect(await company.people()).toHaveLength(2)
  })

  test('may be pasted: text between tabs is read as well', async () => {
    const company = await companyWithFiles()
    const text = [HEADINGS, row()].map(cells => cells.join('\t')).join('\n')
    const { data } = await company.send('check', Buffer.from(text), { name: '粘贴.csv' })
    expect((data.rows as Row[]).map(({ verdict }) => verdict)).toEqual(['add'])
  })

  test('that is none, has no headings, or is too long is refused in a sentence', async () => {
    const company = await companyWithFiles()
    const long = Array.from({ length: 501 }, (_, i) => ['王某', residentId(i, '19920412'), '', '', '', ''])
    for (const [bytes, why] of [
      [Buffer.from('PK, but no workbook'), /无法读取|无法打开/],
      [await workbookOf([['甲', '乙']]), /没有找到列名|列名/],
      [await workbookOf([HEADINGS]), /没有数据行/],
      [await workbookOf([HEADINGS, ...long]), /500/],
    ] as const)
      expect(await company.send('check', bytes)).toMatchObject({ code: 400, msg: expect.stringMatching(why) })
  })

  test('begins with a template that says what is wanted', async () => {
    const company = await companyWithFiles()
    const { rawPayload } = await site.app.inject({
      method: 'GET',
      url: '/api/person/import/template',
      headers: { token: company.token, 'sec-fetch-site': 'same-origin' },
    })
    const [headings] = textsOf(await sheetOf(rawPayload))
    expect(headings).toEqual(expect.arrayContaining(['*姓名', '*证件号码', '到岗日期', '同意公示']))
    const { code, msg } = await company.send('check', rawPayload)
    expect([code, msg]).toEqual([400, expect.stringContaining('没有数据行')])
  })
})
