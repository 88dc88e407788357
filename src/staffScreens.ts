import { lazy } from 'react'
import type { Group } from '#layouts/places.ts'
import type { StaffIconName } from '#layouts/staff/StaffIcon.tsx'

/** Every screen of the back office by its address, as `screens.ts` is for members. Loaded when it is opened. */
export const groups: Group<StaffIconName>[] = [
  {
    name: '工作台',
    screens: [
      {
        ...{ path: '', name: '工作台', icon: 'desk' },
        screen: lazy(() => import('#modules/oversight/pages/StaffOverview.tsx')),
      },
    ],
  },
  {
    name: '审核',
    screens: [
      {
        ...{ path: 'review', name: '审核台', icon: 'review', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/review/pages/StaffQueue.tsx')),
      },
      {
        ...{ path: 'review/:id', name: '申请详情', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/review/pages/StaffCase.tsx')),
      },
      {
        ...{ path: 'board', name: '审议会', icon: 'board', permission: 'staff:decide' },
        screen: lazy(() => import('#modules/review/pages/StaffBoards.tsx')),
      },
      {
        ...{ path: 'board/:id', name: '审议会议程', permission: 'staff:decide' },
        screen: lazy(() => import('#modules/review/pages/StaffBoard.tsx')),
      },
      {
        ...{ path: 'notices', name: '公示与异议', icon: 'notice', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/review/pages/StaffNotices.tsx')),
      },
      {
        ...{ path: 'notices/:id', name: '公示事项', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/review/pages/StaffNotice.tsx')),
      },
      {
        ...{ path: 'site-reviews', name: '现场评审', icon: 'site', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/qualifications/pages/StaffSiteReviews.tsx')),
      },
      {
        ...{ path: 'site-reviews/:id', name: '现场评审任务', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/qualifications/pages/StaffSiteReview.tsx')),
      },
      {
        ...{ path: 'experts', name: '专家', icon: 'expert', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/experts/pages/StaffExperts.tsx')),
      },
      {
        ...{ path: 'experts/:id', name: '专家档案', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/experts/pages/StaffExpert.tsx')),
      },
      {
        ...{ path: 'handovers', name: '联系人变更', icon: 'handover', permission: 'staff:members' },
        screen: lazy(() => import('#modules/members/pages/StaffHandovers.tsx')),
      },
      {
        ...{ path: 'handovers/:id', name: '联系人变更申请', permission: 'staff:members' },
        screen: lazy(() => import('#modules/members/pages/StaffHandover.tsx')),
      },
    ],
  },
  {
    name: '登记',
    screens: [
      {
        ...{ path: 'members', name: '会员', icon: 'member', permission: 'staff:members' },
        screen: lazy(() => import('#modules/membership/pages/StaffMembers.tsx')),
      },
      {
        ...{ path: 'members/:id', name: '会员详情', permission: 'staff:members' },
        screen: lazy(() => import('#modules/membership/pages/StaffMember.tsx')),
      },
      {
        ...{ path: 'organisations', name: '单位', icon: 'organisation', permission: 'staff:members' },
        screen: lazy(() => import('#modules/membership/pages/StaffOrganisations.tsx')),
      },
      {
        ...{ path: 'organisations/:id', name: '单位档案', permission: 'staff:members' },
        screen: lazy(() => import('#modules/membership/pages/StaffOrganisation.tsx')),
      },
      {
        ...{ path: 'persons', name: '人员', icon: 'person', permission: 'staff:members' },
        screen: lazy(() => import('#modules/personnel/pages/StaffPersons.tsx')),
      },
      {
        ...{ path: 'persons/:id', name: '人员档案', permission: 'staff:members' },
        screen: lazy(() => import('#modules/personnel/pages/StaffPerson.tsx')),
      },
      {
        ...{ path: 'certificates', name: '证书', icon: 'certificate', permission: 'staff:certificates' },
        screen: lazy(() => import('#modules/certificates/pages/StaffCertificates.tsx')),
      },
      {
        ...{ path: 'certificates/:id', name: '证书详情', permission: 'staff:certificates' },
        screen: lazy(() => import('#modules/certificates/pages/StaffCertificate.tsx')),
      },
      {
        ...{ path: 'shortfalls', name: '条件预警', icon: 'warning', permission: 'staff:certificates' },
        screen: lazy(() => import('#modules/qualifications/pages/StaffShortfalls.tsx')),
      },
      {
        ...{ path: 'qualification-kinds', name: '能力评价种类', icon: 'kinds', permission: 'staff:certificates' },
        screen: lazy(() => import('#modules/qualifications/pages/StaffCatalogue.tsx')),
      },
      {
        ...{ path: 'qualification-kinds/:id', name: '评价种类设置', permission: 'staff:certificates' },
        screen: lazy(() => import('#modules/qualifications/pages/StaffCatalogueKind.tsx')),
      },
      {
        ...{ path: 'fees', name: '会费', icon: 'fee', permission: 'staff:finance' },
        screen: lazy(() => import('#modules/membership/pages/StaffFees.tsx')),
      },
      {
        ...{ path: 'statements', name: '银行流水对账', icon: 'bank', permission: 'staff:finance' },
        screen: lazy(() => import('#modules/membership/pages/StaffStatements.tsx')),
      },
      {
        ...{ path: 'statements/:id', name: '对账结果', permission: 'staff:finance' },
        screen: lazy(() => import('#modules/membership/pages/StaffStatement.tsx')),
      },
      {
        ...{ path: 'imports', name: '批量导入', icon: 'upload', permission: 'staff:imports' },
        screen: lazy(() => import('#modules/imports/pages/StaffImports.tsx')),
      },
      {
        ...{ path: 'imports/:id', name: '导入批次', permission: 'staff:imports' },
        screen: lazy(() => import('#modules/imports/pages/StaffImport.tsx')),
      },
    ],
  },
  {
    name: '培训',
    screens: [
      {
        ...{ path: 'courses', name: '培训班', icon: 'course', permission: 'staff:training' },
        screen: lazy(() => import('#modules/training/pages/StaffCourses.tsx')),
      },
      {
        ...{ path: 'courses/:id', name: '培训班设置', permission: 'staff:training' },
        screen: lazy(() => import('#modules/training/pages/StaffCourse.tsx')),
      },
      {
        ...{ path: 'registrations', name: '报名', icon: 'enrol', permission: 'staff:enrolments' },
        screen: lazy(() => import('#modules/training/pages/StaffRegistrations.tsx')),
      },
      {
        ...{ path: 'registrations/:id', name: '报名详情', permission: 'staff:enrolments' },
        screen: lazy(() => import('#modules/training/pages/StaffRegistration.tsx')),
      },
      {
        ...{ path: 'course-run/:id', name: '办班', permission: 'staff:training' },
        screen: lazy(() => import('#modules/training/pages/StaffRun.tsx')),
      },
      {
        ...{ path: 'check-in', name: '扫码报到', icon: 'scan', permission: 'staff:training' },
        screen: lazy(() => import('#modules/training/pages/StaffCheckIn.tsx')),
      },
      {
        ...{ path: 'course-results/:id', name: '成绩与发证', permission: 'staff:training' },
        screen: lazy(() => import('#modules/training/pages/StaffResults.tsx')),
      },
      {
        ...{ path: 'invoices', name: '开票申请', icon: 'invoice', permission: 'staff:finance' },
        screen: lazy(() => import('#modules/training/pages/StaffInvoices.tsx')),
      },
    ],
  },
  {
    name: '科技奖励',
    screens: [
      {
        ...{ path: 'award-calls', name: '申报通知', icon: 'announcement', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardCalls.tsx')),
      },
      {
        ...{ path: 'award-calls/:id', name: '年度申报', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardCall.tsx')),
      },
      {
        ...{ path: 'award-kinds', name: '奖项', icon: 'kinds', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardKinds.tsx')),
      },
      {
        ...{ path: 'award-kinds/:id', name: '奖项设置', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardKind.tsx')),
      },
      {
        ...{ path: 'award-entries', name: '申报', icon: 'enrol', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardEntries.tsx')),
      },
      {
        ...{ path: 'award-entries/:id', name: '申报详情', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardEntry.tsx')),
      },
      {
        ...{ path: 'award-rounds', name: '评审', icon: 'score', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardRounds.tsx')),
      },
      {
        ...{ path: 'award-rounds/:id', name: '评审轮次', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardRound.tsx')),
      },
      {
        ...{ path: 'award-winners', name: '获奖名单', icon: 'winner', permission: 'staff:awards' },
        screen: lazy(() => import('#modules/awards/pages/StaffAwardWinners.tsx')),
      },
    ],
  },
  {
    name: '广告',
    screens: [
      {
        ...{ path: 'adverts', name: '广告', icon: 'advert', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/adverts/pages/StaffAdverts.tsx')),
      },
      {
        ...{ path: 'adverts/:id', name: '广告详情', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/adverts/pages/StaffAdvert.tsx')),
      },
      {
        ...{ path: 'advert-calendar', name: '广告排期', icon: 'calendar', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/adverts/pages/StaffAdvertCalendar.tsx')),
      },
      {
        ...{ path: 'advert-statistics', name: '广告统计', icon: 'statistics', permission: 'staff:applications' },
        screen: lazy(() => import('#modules/adverts/pages/StaffAdvertStatistics.tsx')),
      },
      {
        ...{ path: 'advert-positions', name: '广告位', icon: 'places', permission: 'staff:site' },
        screen: lazy(() => import('#modules/adverts/pages/StaffAdvertPositions.tsx')),
      },
    ],
  },
  {
    name: '内容',
    screens: [
      {
        ...{ path: 'articles', name: '文章', icon: 'article', permission: 'staff:content' },
        screen: lazy(() => import('#modules/content/pages/StaffArticles.tsx')),
      },
      {
        ...{ path: 'articles/:id', name: '编辑文章', permission: 'staff:content' },
        screen: lazy(() => import('#modules/content/pages/StaffArticle.tsx')),
      },
      {
        ...{ path: 'catalogues', name: '栏目', icon: 'tree', permission: 'staff:site' },
        screen: lazy(() => import('#modules/content/pages/StaffCatalogues.tsx')),
      },
      {
        ...{ path: 'banners', name: '轮播图', icon: 'picture', permission: 'staff:site' },
        screen: lazy(() => import('#modules/content/pages/StaffBanners.tsx')),
      },
      {
        ...{ path: 'links', name: '友情链接', icon: 'link', permission: 'staff:site' },
        screen: lazy(() => import('#modules/content/pages/StaffLinks.tsx')),
      },
      {
        ...{ path: 'redirects', name: '旧网址', icon: 'link', permission: 'staff:site' },
        screen: lazy(() => import('#modules/content/pages/StaffRedirects.tsx')),
      },
      {
        ...{ path: 'announcements', name: '公告条', icon: 'announcement', permission: 'staff:site' },
        screen: lazy(() => import('#modules/content/pages/StaffAnnouncements.tsx')),
      },
      {
        ...{ path: 'figures', name: '首页数字', icon: 'figures', permission: 'staff:site' },
        screen: lazy(() => import('#modules/home/pages/StaffFigures.tsx')),
      },
      {
        ...{ path: 'settings', name: '站点设置', icon: 'settings', permission: 'staff:site' },
        screen: lazy(() => import('#modules/settings/pages/StaffSettings.tsx')),
      },
    ],
  },
  {
    name: '消息',
    screens: [
      {
        ...{ path: 'templates', name: '消息模板', icon: 'template', permission: 'staff:messages' },
        screen: lazy(() => import('#modules/messages/pages/StaffTemplates.tsx')),
      },
      {
        ...{ path: 'outbox', name: '发送记录', icon: 'outbox', permission: 'staff:messages' },
        screen: lazy(() => import('#modules/messages/pages/StaffOutbox.tsx')),
      },
    ],
  },
  {
    name: '系统',
    screens: [
      {
        ...{ path: 'statistics', name: '统计', icon: 'statistics', permission: 'staff:statistics' },
        screen: lazy(() => import('#modules/oversight/pages/StaffStatistics.tsx')),
      },
      {
        ...{ path: 'accounts', name: '会员账号', icon: 'account', permission: 'staff:accounts' },
        screen: lazy(() => import('#modules/accounts/pages/StaffAccounts.tsx')),
      },
      {
        ...{ path: 'accounts/:id', name: '会员账号详情', permission: 'staff:accounts' },
        screen: lazy(() => import('#modules/accounts/pages/StaffAccount.tsx')),
      },
      {
        ...{ path: 'colleagues', name: '工作人员', icon: 'colleagues', permission: 'staff:accounts' },
        screen: lazy(() => import('#modules/accounts/pages/StaffColleagues.tsx')),
      },
      {
        ...{ path: 'colleagues/:id', name: '工作人员详情', permission: 'staff:accounts' },
        screen: lazy(() => import('#modules/accounts/pages/StaffColleague.tsx')),
      },
      {
        ...{ path: 'permissions', name: '权限表', icon: 'permissions' },
        screen: lazy(() => import('#modules/accounts/pages/StaffPermissions.tsx')),
      },
      {
        ...{ path: 'audit', name: '审计日志', icon: 'audit', permission: 'staff:audit' },
        screen: lazy(() => import('#modules/audit/pages/StaffAudit.tsx')),
      },
      {
        ...{ path: 'health', name: '站点健康', icon: 'health', permission: 'staff:system' },
        screen: lazy(() => import('#modules/oversight/pages/StaffHealth.tsx')),
      },
      {
        ...{ path: 'jobs', name: '定时任务', icon: 'jobs', permission: 'staff:system' },
        screen: lazy(() => import('#modules/oversight/pages/StaffJobs.tsx')),
      },
    ],
  },
  {
    name: '我的',
    screens: [
      {
        ...{ path: 'messages', name: '消息', icon: 'mail' },
        screen: lazy(() => import('#modules/messages/pages/StaffMessages.tsx')),
      },
      {
        ...{ path: 'security', name: '账号与安全', icon: 'security' },
        screen: lazy(() => import('#modules/accounts/pages/StaffSecurity.tsx')),
      },
    ],
  },
]
