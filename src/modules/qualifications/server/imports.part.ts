import { inArray } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificateImport, type HolderResult } from '#modules/imports/server/certificates.ts'
import { defineImport, type ImportColumn, type ImportedRow } from '#modules/imports/server/importKinds.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { OLD_GROUP, OLD_KIND } from '../legacy/oldKind.ts'

const holders: ImportColumn[] = [
  {
    name: 'organisationName',
    label: '单位名称',
    section: '',
    kind: 'organisationName',
    required: true,
    hint: '与证书上印的一致',
    example: '示例机电有限公司',
  },
  {
    name: 'creditCode',
    label: '统一社会信用代码',
    section: '',
    kind: 'creditCode',
    example: '91110105MA00000008',
    hint: '填写后关联到已登记的单位',
  },
  { name: 'provinceCode', label: '所在省份', section: '', kind: 'province', example: '北京' },
]

/** A company that is not registered may have had a certificate, too: it claims it later by its number. */
async function whose({ db, now }: Ctx, rows: ImportedRow[]): Promise<HolderResult[]> {
  const codes = rows.flatMap(({ values }) => (values.creditCode ? String(values.creditCode) : []))
  const known = await db.select().from(organisation).where(inArray(organisation.creditCode, codes))
  return rows.map(({ values }) => {
    const of = known.find(({ creditCode }) => creditCode === values.creditCode)
    const provinceCode = values.provinceCode ? String(values.provinceCode) : (of?.provinceCode ?? null)
    const creditCode = values.creditCode ? String(values.creditCode) : null
    return { holding: { organisationId: of?.id ?? null, personId: null, creditCode, provinceCode, publishedAt: now } }
  })
}

defineImport(
  certificateImport({
    kind: 'qualifications',
    order: 40,
    name: '单位能力评价证书',
    register: 'qualification',
    holders,
    whose,
    oldKinds: { ...OLD_GROUP, kindCode: OLD_KIND },
    policy: '编号尚未登记的新增（历史证书）；已登记的不能通过导入修改，内容相同的跳过，不同的拒绝。',
    printed: ({ organisationName }: FormValues) => ({
      holderName: String(organisationName),
      organisationName: String(organisationName),
    }),
    tell: async (_, certificates) =>
      certificates.map(({ organisationName, creditCode, provinceCode }) => ({
        organisationName,
        creditCode,
        provinceCode,
      })),
  }),
)
