import { eq } from 'drizzle-orm'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { offeredTo } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { oneByOne } from '#lib/server/api/oneByOne.ts'
import { refuseOutside } from '#lib/server/api/within.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { registerContract } from '../../registerContract.ts'
import { tags } from '../dictionaries.ts'
import { lockOrganisation } from '../organisations.ts'
import { organisation } from '../tables.ts'

type Tag = { code: string; name: string }

export const taggingHandlers = {
  'GET /staff/organisation/tags': ctx => tags.options(ctx),
  /** Each by itself; taking it back is the other act on those to whom it was done. */
  'POST /staff/organisation/tag': async (ctx, { ids, tag: code, act }) => {
    const known = await tags.options(ctx)
    // One that is offered no more can still be taken off.
    const tag = (act === 'put' ? offeredTo(known) : known).find(one => one.code === code)
    if (!tag) throw invalid('没有这个标签，请在字典里添加', { tag: '没有这个标签，请在字典里添加' })
    const nameOf = await tags.names(ctx)
    return oneByOne(ctx, ids, id => tagOne(ctx, id, tag, act === 'put', nameOf))
  },
} satisfies Partial<Handlers<typeof registerContract>>

const tagOne = (ctx: Ctx, id: number, tag: Tag, isPut: boolean, nameOf: (code: string) => string): Promise<string> =>
  ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const of = await lockOrganisation(tx, id)
    if (!of) throw notFound('没有这家单位')
    refuseOutside(tx, 'staff:members', of.provinceCode)
    if (of.tags.includes(tag.code) === isPut) throw conflict(isPut ? `已有“${tag.name}”` : `没有“${tag.name}”`)
    const after = isPut ? [...of.tags, tag.code] : of.tags.filter(code => code !== tag.code)
    await db.update(organisation).set({ tags: after }).where(eq(organisation.id, id))
    const words = (codes: readonly string[]) => ({ tags: codes.map(nameOf).join('、') || '无' })
    await recordChange(tx, {
      action: 'organisation.tag',
      objectType: 'organisation',
      objectId: id,
      objectName: of.name,
      before: words(of.tags),
      after: words(after),
    })
    return isPut ? `已打上“${tag.name}”` : `已去掉“${tag.name}”`
  })
