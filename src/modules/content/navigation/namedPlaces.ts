/**
 * A page that the product links to and whose location differs per site: a list column, a single-page column or an
 * article.
 */
export type NamedPlace<Code extends string = string> = {
  code: Code
  /** Label for staff. */
  name: string
  type: '列表' | '内容' | '文章'
  /** Where the product links to it, described for staff. */
  from: string
  /**
   * Address of the page in docs/spec.md. Sites without a page of their own at that address redirect it to this place.
   */
  specified?: string
}

const definePlace = <const Code extends string>(place: NamedPlace<Code>) => place

export const namedPlaces = [
  definePlace({
    code: 'downloads',
    name: '下载专区',
    type: '列表',
    from: '快捷入口，搜索没有结果时',
    specified: '/admin/news/list/26',
  }),
  definePlace({
    code: 'contact',
    name: '联系我们',
    type: '内容',
    from: '快捷入口，证书查验页；页面上方显示协会的地图',
    specified: '/admin/news/info/35',
  }),
  definePlace({
    code: 'joining',
    name: '如何入会',
    type: '文章',
    from: '快捷入口，会员名录',
    specified: '/admin/news/list-info/3467',
  }),
  definePlace({ code: 'charter', name: '章程', type: '内容', from: '入会申请表，申请人须同意' }),
  definePlace({ code: 'trainingNotices', name: '培训通知', type: '列表', from: '培训报名页' }),
  definePlace({ code: 'publicNotices', name: '公示公告', type: '列表', from: '公示页' }),
]

export type PlaceCode = (typeof namedPlaces)[number]['code']
export const placeCodes = namedPlaces.map(({ code }) => code)
