import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { offeredOptions } from '#lib/form/form.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { Dictionary } from '#modules/settings/server/dictionaries.ts'
import type { registerContract } from '../../registerContract.ts'
import type { tagging } from '../../taggingShape.ts'
import { organisationTags } from '../dictionaries.ts'
import { lockOrganisation } from '../organisations.ts'
import { organisation } from '../tables.ts'

/** A register whose records have tags. */
type Tagged = {
  objectType: string
  /** Message if the record does not exist. */
  missing: string
  tags: Dictionary
  lock: (ctx: Ctx, id: number) => Promise<{ name: string; provinceCode: string | null; tags: string[] } | undefined>
  keep: (ctx: Ctx, id: number, tags: string[]) => Promise<unknown>
}

/** Puts a tag on many or takes it off, each by itself; taking it back is the other act on those to whom it was done. */
export async function tagMany(ctx: Ctx, tagged: Tagged, { ids, tag: code, act }: z.output<typeof tagging>) {
  const known = await tagged.tags.options(ctx)
  // A retired tag can still be removed.
  const tag = (act === 'put' ? offeredOptions(known) : known).find(one => one.code === code)
  if (!tag) throw invalid('没有这个标签，请在字典里添加', { tag: '没有这个标签，请在字典里添加' })
  const nameOf = await tagged.tags.names(ctx)
  return bulkApply(ctx, ids, id =>
    inTransaction(ctx, async tx => {
      const of = await tagged.lock(tx, id)
      if (!of) throw notFound(tagged.missing)
      refuseOutside(tx, 'staff:members', of.provinceCode)
      const isPut = act === 'put'
      if (of.tags.includes(tag.code) === isPut) throw conflict(isPut ? `已有“${tag.name}”` : `没有“${tag.name}”`)
      const after = isPut ? [...of.tags, tag.code] : of.tags.filter(one => one !== tag.code)
      await tagged.keep(tx, id, after)
      const words = (codes: readonly string[]) => ({ tags: codes.map(nameOf).join('、') || '无' })
      await recordChange(tx, {
        action: `${tagged.objectType}.tag`,
        objectType: tagged.objectType,
        objectId: id,
        objectName: of.name,
        before: words(of.tags),
        after: words(after),
      })
      return isPut ? `已打上“${tag.name}”` : `已去掉“${tag.name}”`
    }),
  )
}

const taggedOrganisations: Tagged = {
  objectType: 'organisation',
  missing: '没有这家单位',
  tags: organisationTags,
  lock: lockOrganisation,
  keep: ({ db }, id, tags) => db.update(organisation).set({ tags }).where(eq(organisation.id, id)),
}

export const taggingHandlers = {
  'GET /staff/organisation/tags': ctx => organisationTags.options(ctx),
  'POST /staff/organisation/tag': (ctx, asked) => tagMany(ctx, taggedOrganisations, asked),
} satisfies Partial<Handlers<typeof registerContract>>
