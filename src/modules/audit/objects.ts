type Kind = { name: string; route?: (id: number) => string }

/** What a line may be about, by the name of its table, and the screen on which staff see it. */
const kinds: Record<string, Kind> = {
  account: { name: '账号', route: id => `/staff/accounts/${id}` },
  application: { name: '申请', route: id => `/staff/review/${id}` },
  article: { name: '文章', route: id => `/staff/articles/${id}` },
  catalogue: { name: '栏目', route: () => '/staff/catalogues' },
  banner: { name: '轮播图', route: () => '/staff/banners' },
  link: { name: '友情链接', route: () => '/staff/links' },
  redirect: { name: '旧网址', route: () => '/staff/redirects' },
  announcement: { name: '公告条', route: () => '/staff/announcements' },
  figure: { name: '首页数字', route: () => '/staff/figures' },
  setting: { name: '站点设置', route: () => '/staff/settings' },
  qualificationGroup: { name: '能力评价大类', route: () => '/staff/qualification-kinds' },
  qualificationKind: { name: '能力评价种类', route: id => `/staff/qualification-kinds/${id}` },
  expert: { name: '专家', route: id => `/staff/experts/${id}` },
  // Its number is its own, its screen goes by that of the application.
  site_review: { name: '现场评审', route: () => '/staff/site-reviews' },
  qualificationShortfall: { name: '条件预警', route: () => '/staff/shortfalls' },
  certificate: { name: '证书', route: id => `/staff/certificates/${id}` },
  member: { name: '会员', route: id => `/staff/members/${id}` },
  organisation: { name: '单位', route: id => `/staff/organisations/${id}` },
  person: { name: '人员', route: id => `/staff/persons/${id}` },
  handover: { name: '联系人变更', route: id => `/staff/handovers/${id}` },
  board: { name: '审议会', route: id => `/staff/board/${id}` },
  objection: { name: '异议' },
  public_notice: { name: '公示', route: id => `/staff/notices/${id}` },
  saved_view: { name: '筛选视图' },
  mailing: { name: '群发消息', route: () => '/staff/outbox' },
  outbox: { name: '短信与邮件', route: () => '/staff/outbox' },
  messageTemplate: { name: '消息模板', route: () => '/staff/templates' },
  memberFee: { name: '会费', route: () => '/staff/fees' },
  bankStatement: { name: '银行流水', route: id => `/staff/statements/${id}` },
  bankLine: { name: '银行流水明细' },
  course: { name: '培训班', route: id => `/staff/courses/${id}` },
  registration: { name: '培训报名', route: id => `/staff/registrations/${id}` },
  participant: { name: '参训人员' },
  advert: { name: '广告', route: id => `/staff/adverts/${id}` },
  advertPosition: { name: '广告位', route: () => '/staff/advert-positions' },
  certificateBatch: { name: '发证批次' },
  awardKind: { name: '奖项', route: id => `/staff/award-kinds/${id}` },
  awardCall: { name: '奖励申报通知', route: id => `/staff/award-calls/${id}` },
  awardEntry: { name: '奖励申报', route: id => `/staff/award-entries/${id}` },
  awardRound: { name: '奖励评审', route: id => `/staff/award-rounds/${id}` },
  awardWinner: { name: '获奖名单', route: () => '/staff/award-winners' },
  import_batch: { name: '导入批次', route: id => `/staff/imports/${id}` },
  file: { name: '附件' },
  job: { name: '定时任务', route: () => '/staff/jobs' },
}

export const objectTypeName = (type: string) => kinds[type]?.name ?? ''

/** Where staff see it; null where it has no screen of its own. */
export const routeOf = (type: string, id: number | null): string | null =>
  id === null ? null : (kinds[type]?.route?.(id) ?? null)
