import { and, count, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { newCreditCode } from '#test/support/make.ts'
import { sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { certificate } from '../certificates/server/tables.ts'

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

const HEADINGS = ['证书编号', '单位名称', '统一社会信用代码', '证书种类', '旧种类名称', '级别', '发证日期', '有效期至']
const KIND = '锅炉化学清洗单位'
type Given = { number: string; code?: string; kind?: string; old?: string; level?: string; to?: string; on?: string }
const row = ({ number, code = '', kind = KIND, old = '', level = 'B级', on = '2012-05-06', to = '' }: Given) => [
  number,
  '沈阳第三锅炉清洗公司',
  code,
  kind,
  old,
  level,
  on,
  to,
]
const registered = async (pattern: string) =>
  (
    await site.services.db
      .select({ n: count() })
      .from(certificate)
      .where(and(like(certificate.number, pattern), eq(certificate.source, 'legacy')))
  )[0]!.n

describe('old certificates', { timeout: 120_000 }, () => {
  test('come by the thousand, and what is wrong comes back row by row in red', async () => {
    const rows = Array.from({ length: 5_200 }, (_, i) => row({ number: `锅清(B)字第${i}号` }))
    rows[10] = row({ number: '锅清(B)字第9号' })
    rows[20] = row({ number: '锅清(B)字第20号', level: '特级' })
    rows[5_199] = row({ number: '锅清(B)字第5199号', on: '2012-13-01' })
    const batch = await admin.check('qualifications', await workbookOf([HEADINGS, ...rows]))
    expect(batch).toMatchObject({ status: 'checked', rows: 5_200, added: 5_197, bad: 3 })
    const marked = await sheetOf(await admin.download('/staff/import/errors', { id: batch.id, rows: 'all' }))
    expect(marked.rowCount).toBe(5_201)
    const reasons = [12, 22, 5_201].map(at => marked.getRow(at).getCell(HEADINGS.length + 1).text)
    expect(reasons).toEqual([
      '证书编号：与第 11 行重复',
      expect.stringContaining('级别：该种类的级别为'),
      expect.stringContaining('发证日期：'),
    ])
    expect(marked.getRow(22).getCell(6).fill).toMatchObject({ fgColor: { argb: 'FFFFC7CE' } })
    expect(marked.getRow(23).getCell(6).fill ?? null).toBeNull()
    const few = textsOf(await sheetOf(await admin.download('/staff/import/errors', { id: batch.id, rows: 'bad' })))
    expect(few.map(([number]) => number)).toEqual([
      '证书编号',
      '锅清(B)字第9号',
      '锅清(B)字第20号',
      '锅清(B)字第5199号',
    ])
    expect(await admin.start(batch.id)).toMatchObject({ status: 'done', progress: 5_200 })
    expect(await registered('锅清(B)字第%')).toBe(5_197)
    const again = await admin.check('qualifications', await workbookOf([HEADINGS, ...rows]))
    expect(again).toMatchObject({ same: 5_197, added: 0 })
  })

  test('may be of a kind that is gone, if the row says so, and are exported as they came', async () => {
    const old = { kind: '', old: '工业锅炉水质检验站', level: '甲级' }
    const code = newCreditCode()
    const typo = row({ number: '检字第1号', kind: '锅炉化学清洗' })
    const nothing = row({ number: '检字第2号', kind: '' })
    const endless = row({ number: '检字第3号', ...old })
    const good = row({ number: '检字第4号', ...old, code, to: '2016-05-05' })
    const batch = await admin.check('qualifications', await workbookOf([HEADINGS, typo, nothing, endless, good]))
    const faults = await admin.faults(batch.id)
    expect(faults.map(({ heading }: { heading: string }) => heading)).toEqual(['证书种类', '证书种类', '有效期至'])
    await admin.start(batch.id)
    expect((await site.get('/cert/verify', { number: '检字第4号' })).data).toMatchObject({
      kindName: '工业锅炉水质检验站',
      levelName: '甲级',
      today: { certStatus: 'expired' },
    })
    const exported = await admin.download('/staff/import/export', { kind: 'qualifications' })
    const back = await admin.check('qualifications', exported)
    expect(await admin.faults(back.id)).toEqual([])
    expect(back).toMatchObject({ added: 0, same: back.rows })
    const other = row({ number: '检字第4号', ...old, old: '另一种类', to: '2016-05-05' })
    const changed = await admin.check('qualifications', await workbookOf([HEADINGS, other]))
    expect((await admin.faults(changed.id))[0].message).toContain('编号已登记给')
  })
})
