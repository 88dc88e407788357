import type { Ctx } from '#lib/server/api/context.ts'
import { defineDictionary } from '#modules/settings/server/dictionaries.ts'

type ReadContext = Pick<Ctx, 'db'>
/** Lists of materials that applicants hand in. */
type Lists = (ctx: ReadContext) => Promise<readonly (readonly { name: string }[])[]>

const lists: Lists[] = []

/** Registers lists of materials; called by the modules that keep them. */
export const defineMaterialLists = (read: Lists) => {
  lists.push(read)
}

/** 材料名称: so that the same paper is called the same, whatever it is handed in for. */
export const materialNames = defineDictionary({
  code: 'material',
  order: 80,
  name: '材料名称',
  hint: '设置入会、能力评价和奖项要交的材料时可以选用，也可以另填：同一种材料用同一个名称。',
  kept: 'name',
  uses: async ctx => {
    const read = await Promise.all(lists.map(list => list(ctx)))
    const counts = new Map<string, number>()
    for (const { name } of read.flat(2)) counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts
  },
})
