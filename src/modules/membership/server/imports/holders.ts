import { inArray } from 'drizzle-orm'
import { plainCreditCode } from '#lib/creditCode.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { ImportedRow } from '#modules/imports/server/importKinds.ts'
import { organisation, person } from '#modules/members/server/tables.ts'

export type Holder = { kind: 'organisation' | 'person'; id: number }
export type HolderResult = Holder | { column: string; why: string }

/** A company's credit code and a person's identity number are compared in the same form. */
export const holderCode = ({ holderCode }: FormValues) => plainCreditCode(String(holderCode ?? ''))

/** Finds the holders by their codes; the level determines whether they are organisations or persons. */
export async function findHolders(
  ctx: Ctx,
  rows: ImportedRow[],
  kinds: Map<string, Holder['kind']>,
): Promise<HolderResult[]> {
  const codes = rows.map(({ values }) => holderCode(values))
  const hashes = codes.map(ctx.encryption.hash)
  const { id, name, creditCode } = organisation
  const organisations = await ctx.db
    .select({ id, name, code: creditCode })
    .from(organisation)
    .where(inArray(creditCode, codes))
  const persons = await ctx.db
    .select({ id: person.id, name: person.name, code: person.idNumberHash })
    .from(person)
    .where(inArray(person.idNumberHash, hashes))
  const byCode = {
    organisation: new Map(organisations.map(one => [one.code, one])),
    person: new Map(persons.map(one => [one.code!, one])),
  }
  return rows.map(({ values }, i) => {
    const kind = kinds.get(String(values.levelCode))!
    const found = byCode[kind].get(kind === 'person' ? hashes[i]! : codes[i]!)
    if (!found && byCode[kind === 'person' ? 'organisation' : 'person'].has(kind === 'person' ? codes[i]! : hashes[i]!))
      return {
        column: 'levelCode',
        why: kind === 'person' ? '这是个人会员的级别，而编码属于单位' : '这是单位会员的级别，而编码属于个人',
      }
    if (!found) return { column: 'holderCode', why: `尚未登记，请先导入${kind === 'person' ? '人员' : '单位'}` }
    if (found.name !== values.holderName) return { column: 'holderName', why: '与登记的名称不同，请核对' }
    return { kind, id: found.id }
  })
}
