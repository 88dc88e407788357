/** The kinds of block that a home page is made of; what each has besides its place and whether it is shown. */
export type BlockKind = {
  name: string
  /** A heading of its own; most blocks stand under one. */
  hasHeading?: true
  /** Shows articles of a column. */
  hasColumn?: true
  /** Default number of rows; absent if it cannot be chosen. */
  rows?: number
  /** Stands on a page several times. */
  isRepeatable?: true
}

export const blockKinds = {
  news: { name: '要闻图片与新闻', hasHeading: true, hasColumn: true, rows: 9 },
  figures: { name: '首页数字与证书查验' },
  notices: { name: '通知公告', hasHeading: true, hasColumn: true, rows: 4, isRepeatable: true },
  courses: { name: '培训报名', hasHeading: true, rows: 4 },
  qualificationRoll: { name: '单位证书滚动公示', hasHeading: true },
  personRoll: { name: '人员证书滚动公示', hasHeading: true },
  memberRoll: { name: '新入会单位滚动名单', hasHeading: true },
  advert: { name: '通栏广告' },
  documents: { name: '文件列表', hasHeading: true, hasColumn: true, rows: 4, isRepeatable: true },
  quickLinks: { name: '快捷入口' },
  faces: { name: '会员风采', hasHeading: true, hasColumn: true, rows: 3 },
  party: { name: '党建专栏', hasHeading: true, hasColumn: true, rows: 4 },
  links: { name: '友情链接', hasHeading: true },
} as const satisfies Record<string, BlockKind>

export type BlockCode = keyof typeof blockKinds
export const kindOf = (code: BlockCode): BlockKind => blockKinds[code]
