import { eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { readBodies, readPosts } from './bodies.ts'
import { appointment, term } from './tables.ts'

type Loading = Services & { now: Date }
type Holder = { post: string; name: string; of?: string; sex?: 'male' | 'female'; born?: string; position?: string }

/** Days since the congress that elected the council. */
const CONGRESS_DAYS_AGO = 620
const TERM_YEARS = 5
const DECISION = '第六届会员代表大会选举'

const council: Holder[] = [
  { post: '理事长', name: '严柏清', of: '杭州之江水处理技术研究所', sex: 'male', born: '1963-04', position: '所长' },
  {
    post: '副理事长',
    name: '陆景程',
    of: '苏州恒蓝水处理科技有限公司',
    sex: 'male',
    born: '1971-11',
    position: '董事长',
  },
  {
    post: '副理事长',
    name: '贺兰舟',
    of: '青岛海岳锅炉制造有限公司',
    sex: 'male',
    born: '1966-02',
    position: '总经理',
  },
  { post: '副理事长', name: '邵文谦', of: '常州市特种设备检测中心', sex: 'male', born: '1968-09', position: '主任' },
  {
    post: '副理事长',
    name: '温启衡',
    of: '北京清源锅炉清洗有限公司',
    sex: 'male',
    born: '1973-06',
    position: '董事长',
  },
  { post: '秘书长', name: '沈予安', sex: 'female', born: '1975-03', position: '专职' },
  { post: '常务理事', name: '葛立冬', of: '哈尔滨北疆锅炉维保有限公司' },
  { post: '常务理事', name: '俞静姝', of: '上海申浦水质检测技术有限公司' },
  { post: '常务理事', name: '钱渡', of: '无锡锡惠锅炉制造有限公司' },
  { post: '常务理事', name: '鲁方略', of: '武汉楚天水处理设备有限公司' },
  { post: '常务理事', name: '覃志岳', of: '广州南粤锅炉能效检测有限公司' },
  { post: '常务理事', name: '尹朝峰', of: '成都蜀汽锅炉服务有限公司' },
  { post: '常务理事', name: '韩雪岭', of: '西安秦岭工业清洗有限公司' },
  { post: '常务理事', name: '晏清和', of: '太原汾河热工设计研究院有限公司' },
]
/** Directors whose seat is held by the legal person of their company. */
const directors = [
  '合肥庐阳燃烧器制造有限公司',
  '南昌赣江锅炉有限公司',
  '唐山滦河热电有限公司',
  '湖南洞庭工程职业学院',
  '厦门鹭江有机热载体有限公司',
  '长春松辽锅炉辅机有限公司',
  '玉溪抚仙食品有限公司',
]
const supervisors: Holder[] = [
  { post: '监事长', name: '裴志谨', of: '郑州中原锅炉安装有限公司', born: '1970-08' },
  { post: '监事', name: '柳映川', of: '沈阳辽锅节能技术有限公司' },
  { post: '监事', name: '汤若衡', of: '重庆渝州清洗工程有限公司' },
  { post: '监事', name: '麦嘉程', of: '佛山岭南低氮燃烧技术有限公司' },
  { post: '监事', name: '戴宜然', of: '华北地区某热电企业' },
]

/** 第六届理事会 and 监事会 of the demo association, as its page lists them; one seat has had two representatives. */
export async function demoPosts(ctx: Loading) {
  const [bodies, posts] = [await readBodies(ctx), await readPosts(ctx)]
  const organisations = await ctx.db
    .select({ id: organisation.id, name: organisation.name, legalPerson: organisation.legalPerson })
    .from(organisation)
  const idOf = (name: string | undefined) => organisations.find(one => one.name === name)?.id ?? null
  const fromDay = addDays(dayOf(ctx.now), -CONGRESS_DAYS_AGO)
  const toDay = addDays(`${Number(fromDay.slice(0, 4)) + TERM_YEARS}${fromDay.slice(4)}`, -1)
  const enter = async (code: string, holders: readonly Holder[]) => {
    const { id: bodyId } = bodies.find(one => one.code === code)!
    const [during] = await ctx.db
      .insert(term)
      .values({ bodyId, number: '第六届', fromDay, toDay, decision: DECISION })
      .returning()
    const rowOf = ({ post, name, of, sex, born, position }: Holder) => ({
      bodyId,
      postId: posts.find(one => one.bodyId === bodyId && one.name === post)!.id,
      termId: during!.id,
      personName: name,
      sex: sex ?? null,
      bornMonth: born ?? null,
      organisationId: idOf(of),
      organisationName: idOf(of) === null ? (of ?? '') : '',
      position: position ?? '',
      fromDay,
      decision: DECISION,
      decidedOn: fromDay,
    })
    await ctx.db.insert(appointment).values(holders.map(rowOf))
    return rowOf
  }
  const named = directors.map(
    (of): Holder => ({ post: '理事', name: organisations.find(({ name }) => name === of)!.legalPerson, of }),
  )
  const rowOf = await enter('council', [...council, ...named])
  await enter('supervisors', supervisors)
  const changed = addDays(dayOf(ctx.now), -150)
  const seat = { post: '常务理事', of: '天津津沽药剂有限公司' }
  const [former] = await ctx.db
    .insert(appointment)
    .values({ ...rowOf({ ...seat, name: '孟怀瑾' }), toDay: addDays(changed, -1), endReason: '工作调动' })
    .returning()
  await ctx.db.insert(appointment).values({
    ...rowOf({ ...seat, name: '戚凤鸣' }),
    fromDay: changed,
    decision: '第六届理事会第三次会议',
    decidedOn: addDays(changed, -3),
    replacesId: former!.id,
  })
  await linkLogin(ctx, idOf('北京清源锅炉清洗有限公司'))
}

/** The vice-president's company signs in with the login of the demo. */
async function linkLogin({ db }: Loading, organisationId: number | null) {
  if (organisationId === null) return
  const [login] = await db.select().from(account).where(eq(account.organisationId, organisationId))
  if (login)
    await db.update(appointment).set({ accountId: login.id }).where(eq(appointment.organisationId, organisationId))
}
