import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { residentBornOn, residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { certificateImport, type HolderResult } from '#modules/imports/server/certificates.ts'
import { defineImport, type ImportColumn, type ImportedRow } from '#modules/imports/server/importKinds.ts'
import { idNumberFault, plainIdNumber } from '#modules/members/personForm.ts'
import { enterPerson, wholeNumbers } from '#modules/members/server/persons.ts'
import { organisation, person } from '#modules/members/server/tables.ts'

const holders: ImportColumn[] = [
  { name: 'holderName', label: '姓名', section: '', kind: 'personName', required: true, example: '张晓明' },
  {
    name: 'idNumber',
    label: '证件号码',
    section: '',
    kind: 'text',
    max: 30,
    personal: true,

    hint: '填写后关联到已登记的人员，尚未登记的随证书登记；不填则不公开查询',
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

/** Returns the registered persons among these rows, by identity number. */
async function knownAmong({ db, encryption }: Pick<Ctx, 'db' | 'encryption'>, rows: ImportedRow[]) {
  const hashes = rows.map(({ values }) => numberOf(values) && encryption.hash(numberOf(values)!))
  const wanted = hashes.filter(hash => hash !== undefined)
  const known = await db.select().from(person).where(inArray(person.idNumberHash, wanted))
  return { hashes, known: new Map(known.map(row => [row.idNumberHash, row])) }
}

/** Shown to the public only as the person has agreed. Who is not registered is entered with the certificate. */
async function findHolders(ctx: Ctx, rows: ImportedRow[]): Promise<HolderResult[]> {
  const { hashes, known } = await knownAmong(ctx, rows)
  const entered = new Map<string, string>()
  return rows.map(({ values }, i) => {
    const hash = hashes[i]
    const of = hash === undefined ? undefined : known.get(hash)
    const name = String(values.holderName)
    if (hash && !of) {
      const why = entryFault(ctx, values)
      if (why) return { column: 'idNumber', why }
      if ((entered.get(hash) ?? name) !== name)
        return { column: 'holderName', why: '同一证件号码在表中有两个姓名，请核对' }
      entered.set(hash, name)
    }
    if (of && of.name !== name) return { column: 'holderName', why: '与该证件号码登记的姓名不同，请核对' }
    const provinceCode = values.provinceCode ? String(values.provinceCode) : (of?.provinceCode ?? null)
    const { id: personId = null, organisationId = null, publicConsentAt: publishedAt = null } = of ?? {}
    return { holding: { personId, organisationId, creditCode: null, provinceCode, publishedAt } }
  })
}

function entryFault(ctx: Ctx, values: FormValues): string | undefined {
  if (!mayUse(ctx, 'staff:members')) return '该证件号码尚未登记，请先导入人员'
  const fault = idNumberFault({ idType: 'resident', idNumber: numberOf(values)! }, dayOf(ctx.now))
  return fault && `该证件号码尚未登记，也不能随证书登记：${fault}`
}

/** Enters each new holder once, with the data of their first certificate in the sheet. */
async function enterHolders(ctx: Ctx, rows: ImportedRow[]): Promise<void> {
  const { hashes, known } = await knownAmong(ctx, rows)
  const employers = await employersOf(ctx, rows)
  const entered = new Set<string>()
  for (const [i, { values }] of rows.entries()) {
    const hash = hashes[i]
    if (!hash || known.has(hash) || entered.has(hash)) continue
    entered.add(hash)
    const idNumber = numberOf(values)!
    const employer = String(values.organisationName ?? '')
    await enterPerson(
      ctx,
      {
        name: String(values.holderName),
        idNumber,
        idType: 'resident',
        sex: residentSex(idNumber),
        bornOn: residentBornOn(idNumber),
        provinceCode: values.provinceCode ? String(values.provinceCode) : null,
        employer,
        organisationId: employers.get(employer) ?? null,
      },
      { way: 'imported' },
    )
  }
}

async function employersOf({ db }: Ctx, rows: ImportedRow[]): Promise<Map<string, number>> {
  const names = rows.flatMap(({ values }) => (values.organisationName ? String(values.organisationName) : []))
  const { id, name } = organisation
  const found = await db.select({ id, name }).from(organisation).where(inArray(name, names))
  return new Map(found.map(one => [one.name, one.id]))
}

async function holderValues({ db, encryption }: Ctx, certificates: Certificate[]): Promise<FormValues[]> {
  const ids = certificates.flatMap(({ personId }) => personId ?? [])
  const people = await db
    .select({ id: person.id, sealed: person.idNumberSealed })
    .from(person)
    .where(inArray(person.id, ids))
  const numbers = new Map(people.map(({ id, sealed }) => [id, sealed]))
  return certificates.map(({ holderName, organisationName, provinceCode, personId }) => {
    const sealed = personId && numbers.get(personId)
    const idNumber = sealed ? encryption.decrypt(sealed) : null
    return { holderName, organisationName, provinceCode, idNumber, recordId: personId }
  })
}

defineImport(
  certificateImport({
    kind: 'personnel',
    order: 50,
    name: '人员证书',
    register: 'personnel',
    holders,
    whose: findHolders,
    enterHolders,
    tell: holderValues,
    personal: {
      read: wholeNumbers,
      count: ({ db }) =>
        db.$count(certificate, and(eq(certificate.register, 'personnel'), isNotNull(certificate.personId))),
    },
    policy:
      '编号尚未登记的新增（历史证书）；已登记的不能通过导入修改，内容相同的跳过，不同的拒绝。居民身份证号码尚未登记的人员，随证书一并登记（须有维护人员的权限；撤销批次时人员保留）。',
    printed: ({ holderName, organisationName = '' }: FormValues) => ({
      holderName: String(holderName),
      organisationName: String(organisationName),
    }),
  }),
)
