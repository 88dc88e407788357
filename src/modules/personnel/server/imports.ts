import { inArray } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificateImport, type Whose } from '#modules/imports/server/certificates.ts'
import { defineImport, type ImportColumn, type ImportedRow } from '#modules/imports/server/importKinds.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { person } from '#modules/members/server/tables.ts'

const holders: ImportColumn[] = [
  { name: 'holderName', label: '姓名', section: '', kind: 'personName', required: true, example: '张晓明' },
  {
    name: 'idNumber',
    label: '证件号码',
    section: '',
    kind: 'text',
    max: 30,
    personal: true,

    hint: '填写后关联到已登记的人员；不填则不公开查询',
    example: '110000199001011236',
    aliases: ['身份证号', '身份证号码'],
  },
  {
    name: 'organisationName',
    label: '工作单位',
    section: '',
    kind: 'text',
    max: 60,
    example: '示例机电有限公司',
  },
  { name: 'provinceCode', label: '所在省份', section: '', kind: 'province', example: '北京' },
]

const numberOf = ({ idNumber }: FormValues) => (idNumber ? plainIdNumber(String(idNumber)) : undefined)

/** Shown to the public only as the person has agreed. */
async function whose({ db, encryption }: Ctx, rows: ImportedRow[]): Promise<Whose[]> {
  const hashes = rows.map(({ values }) => numberOf(values) && encryption.hash(numberOf(values)!))
  const wanted = hashes.filter(hash => hash !== undefined)
  const known = await db.select().from(person).where(inArray(person.idNumberHash, wanted))
  return rows.map(({ values }, i) => {
    const of = known.find(({ idNumberHash }) => idNumberHash === hashes[i])
    if (hashes[i] && !of) return { column: 'idNumber', why: '该证件号码尚未登记，请先导入人员' }
    if (of && of.name !== values.holderName) return { column: 'holderName', why: '与该证件号码登记的姓名不同，请核对' }
    const provinceCode = values.provinceCode ? String(values.provinceCode) : (of?.provinceCode ?? null)
    const { id: personId = null, organisationId = null, publicConsentAt: publishedAt = null } = of ?? {}
    return { holding: { personId, organisationId, creditCode: null, provinceCode, publishedAt } }
  })
}

async function tell({ db, encryption }: Ctx, certificates: Certificate[]): Promise<FormValues[]> {
  const ids = certificates.flatMap(({ personId }) => personId ?? [])
  const people = await db
    .select({ id: person.id, sealed: person.idNumberSealed })
    .from(person)
    .where(inArray(person.id, ids))
  const numbers = new Map(people.map(({ id, sealed }) => [id, sealed]))
  return certificates.map(({ holderName, organisationName, provinceCode, personId }) => {
    const sealed = personId && numbers.get(personId)
    return { holderName, organisationName, provinceCode, idNumber: sealed ? encryption.decrypt(sealed) : null }
  })
}

defineImport(
  certificateImport({
    kind: 'personnel',
    name: '人员证书',
    register: 'personnel',
    holders,
    whose,
    tell,
    policy: '编号尚未登记的新增（历史证书）；已登记的不能通过导入修改，内容相同的跳过，不同的拒绝。',
    printed: ({ holderName, organisationName = '' }: FormValues) => ({
      holderName: String(holderName),
      organisationName: String(organisationName),
    }),
  }),
)
