import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/context.ts'
import type { Register } from '#modules/certificates/server/filters.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import { countArticles } from '#modules/content/server/count.ts'
import { countPublicMembers } from '#modules/membership/server/count.ts'
import { countOpenCourses, countTrained } from '#modules/training/server/count.ts'
import type { homeContract } from '../contract.ts'

/** What the association's own records say, counted at this moment. */
export async function figures(ctx: Ctx): Promise<Output<(typeof homeContract)['GET /cms/index/noLogin/num/num']>> {
  const [members, qualifications, persons, trained, open, articles] = await Promise.all([
    countPublicMembers(ctx),
    validIn(ctx, 'qualification'),
    validIn(ctx, 'personnel'),
    countTrained(ctx),
    countOpenCourses(ctx),
    countArticles(ctx),
  ])
  const list = [
    { code: 'member', name: '会员单位', num: members, unit: '家', route: '/admin/publicity/member' },
    {
      code: 'qualification',
      name: '有效单位证书',
      num: qualifications,
      unit: '张',
      route: '/admin/publicity/qualification',
    },
    { code: 'personnel', name: '有效人员证书', num: persons, unit: '张', route: '/admin/publicity/person' },
    { code: 'trained', name: '近一年培训', num: trained, unit: '人次', route: '/admin/publicity/training' },
    { code: 'openCourse', name: '正在报名', num: open, unit: '期', route: '/admin/publicity/training?status=open' },
    { code: 'article', name: '公开信息', num: articles, unit: '篇', route: '/admin/home/search' },
  ]
  return { list, updateTime: iso(ctx.now) }
}

const validIn = async (ctx: Ctx, register: Register) =>
  (await countValid(ctx, register)).reduce((sum, { count }) => sum + count, 0)
