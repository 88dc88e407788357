import { eq, sql } from 'drizzle-orm'
import { type FormField, type FormRow, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { rowCode } from './tables.ts'

/** Own fields and materials of a record as they are now. */
type OwnQuestions = { fields: readonly FormField[]; materials: readonly { code: string; name: string }[] }

/**
 * Gives the rows of a form's own fields and materials their codes, under which answers and files are stored. A code
 * belongs to one question for ever: who deletes a row and adds another gets a new code, and a row that is restored gets
 * its own back. `record`: the record that the form edits.
 */
export async function withRowCodes(
  ctx: Pick<Ctx, 'db'>,
  record: string,
  values: FormValues,
  { fields, materials }: OwnQuestions,
): Promise<FormValues> {
  const asked = fields.map(({ name, label, kind }) => ({ code: name, name: label, kind }))
  return {
    ...values,
    fields: await codedRows(ctx, { list: `${record}.fields`, prefix: 'F', before: asked }, rowsIn(values, 'fields')),
    materials: await codedRows(
      ctx,
      { list: `${record}.materials`, prefix: 'M', before: materials },
      rowsIn(values, 'materials'),
    ),
  }
}

type CodedList = { list: string; prefix: string; before: readonly { code: string; name: string; kind?: string }[] }

async function codedRows({ db }: Pick<Ctx, 'db'>, { list, prefix, before }: CodedList, rows: readonly FormRow[]) {
  const keep = async (used: readonly { code: string; name: string; kind?: string }[]) => {
    const kept = [...new Map(used.map(({ code, name, kind = '' }) => [code, { list, code, name, kind }])).values()]
    if (kept.length === 0) return
    // A question that is renamed keeps its code, and comes back under its new name.
    const renamed = { target: [rowCode.list, rowCode.code], set: { name: sql`excluded.name` } }
    await db.insert(rowCode).values(kept).onConflictDoUpdate(renamed)
  }
  await keep(before)
  const given = await db.select().from(rowCode).where(eq(rowCode.list, list))
  const numbered = new RegExp(`^${prefix}(\\d+)$`)
  const numberOf = (code: unknown) => Number(numbered.exec(String(code ?? ''))?.[1] ?? 0)
  let last = Math.max(0, ...[...given, ...rows].map(({ code }) => numberOf(code)))
  const wordsOf = (row: FormRow) => ({
    code: String(row.code ?? ''),
    name: String(row.label ?? row.name ?? ''),
    kind: String(row.kind ?? ''),
  })
  const coded = rows.map((row): FormRow => {
    const { code, name, kind } = wordsOf(row)
    const known = given.find(one => one.code === code && numbered.test(code))
    const isThere = before.some(one => one.code === code)
    // A question may be renamed where it stands; one that was deleted comes back only as what it was.
    const isOwn = known ? known.kind === kind && (isThere || known.name === name) : code !== ''
    return isOwn ? row : { ...row, code: `${prefix}${String(++last).padStart(2, '0')}` }
  })
  await keep(coded.map(wordsOf))
  return coded
}
