import type { Group, StaffEntry } from '#layouts/screen.ts'
import * as accounts from '#modules/accounts/pages/screens.ts'
import * as adverts from '#modules/adverts/pages/screens.ts'
import * as approvals from '#modules/approvals/pages/screens.ts'
import * as audit from '#modules/audit/pages/screens.ts'
import * as awards from '#modules/awards/pages/screens.ts'
import * as ballots from '#modules/ballots/pages/screens.ts'
import * as certificates from '#modules/certificates/pages/screens.ts'
import * as complaints from '#modules/complaints/pages/screens.ts'
import * as content from '#modules/content/pages/screens.ts'
import * as elections from '#modules/elections/pages/screens.ts'
import * as experts from '#modules/experts/pages/screens.ts'
import * as home from '#modules/home/pages/screens.ts'
import * as imports from '#modules/imports/pages/screens.ts'
import * as ledger from '#modules/ledger/pages/screens.ts'
import * as meetings from '#modules/meetings/pages/screens.ts'
import * as members from '#modules/members/pages/screens.ts'
import * as membership from '#modules/membership/pages/screens.ts'
import * as messages from '#modules/messages/pages/screens.ts'
import * as money from '#modules/money/pages/screens.ts'
import * as newsletter from '#modules/newsletter/pages/screens.ts'
import * as oversight from '#modules/oversight/pages/screens.ts'
import * as payments from '#modules/payments/pages/screens.ts'
import * as personnel from '#modules/personnel/pages/screens.ts'
import * as posts from '#modules/posts/pages/screens.ts'
import * as qualifications from '#modules/qualifications/pages/screens.ts'
import * as review from '#modules/review/pages/screens.ts'
import * as search from '#modules/search/pages/screens.ts'
import * as settings from '#modules/settings/pages/screens.ts'
import * as setup from '#modules/setup/pages/screens.ts'
import * as statistics from '#modules/statistics/pages/screens.ts'
import * as surveys from '#modules/surveys/pages/screens.ts'
import * as training from '#modules/training/pages/screens.ts'

/** The navigation of the back office, in its order. What each entry says stands in its module. */
export const staffNavigation: Group<StaffEntry>[] = [
  { name: '工作台', entries: [oversight.staffOverview] },
  {
    name: '审核',
    entries: [
      review.staffQueue,
      review.staffWorkload,
      meetings.staffMeetings,
      review.staffConfirming,
      review.staffNotices,
      qualifications.staffSiteReviews,
      experts.staffExperts,
      complaints.staffComplaints,
      ballots.staffBallots,
      elections.staffElections,
      surveys.staffSurveys,
      members.staffHandovers,
    ],
  },
  {
    name: '登记',
    entries: [
      membership.staffMembers,
      membership.staffLevels,
      members.staffOrganisations,
      posts.staffAppointments,
      posts.staffBodies,
      personnel.staffPersons,
      certificates.staffCertificates,
      qualifications.staffShortfalls,
      qualifications.staffCatalogue,
      personnel.staffPersonnelKinds,
      certificates.staffDesigns,
      certificates.staffVerifyKeys,
      statistics.staffIndustry,
      imports.staffImports,
    ],
  },
  {
    name: '账务',
    entries: [
      money.staffReceivables,
      money.staffAgeing,
      money.staffLetters,
      ledger.staffPayments,
      payments.staffPayments,
      payments.staffReconciliation,
      money.staffRefunds,
      money.staffReceipts,
      membership.staffFees,
      ledger.staffStatements,
      money.staffEInvoices,
      money.staffInvoices,
      money.staffInvoiceBatch,
      money.staffClosing,
      money.staffMonthReport,
      money.staffVouchers,
    ],
  },
  {
    name: '培训',
    entries: [
      training.staffCourses,
      training.staffRegistrations,
      training.staffTrainees,
      training.staffCheckIn,
      training.staffTrainingStatistics,
    ],
  },
  {
    name: '科技奖励',
    entries: [
      awards.staffAwardCalls,
      awards.staffAwardKinds,
      awards.staffAwardEntries,
      awards.staffAwardRounds,
      awards.staffAwardWinners,
    ],
  },
  {
    name: '广告',
    entries: [
      adverts.staffAdverts,
      adverts.staffAdvertCalendar,
      adverts.staffAdvertStatistics,
      adverts.staffAdvertPositions,
    ],
  },
  {
    name: '内容',
    entries: [
      content.staffArticles,
      content.staffCatalogues,
      content.staffQuickLinks,
      content.staffBanners,
      content.staffLinks,
      search.staffPastSearches,
      content.staffRedirects,
      content.staffOldSites,
      content.staffAnnouncements,
      home.staffHomeBlocks,
      home.staffFigures,
      settings.staffDictionaries,
      members.staffProfileFields,
      accounts.staffDocuments,
      settings.staffSettings,
      setup.staffSetup,
      setup.staffPacks,
    ],
  },
  {
    name: '消息',
    entries: [messages.staffTemplates, messages.staffSmsTemplates, messages.staffOutbox, newsletter.staffNewsletters],
  },
  {
    name: '系统',
    entries: [
      oversight.staffStatistics,
      oversight.staffReports,
      accounts.staffAccounts,
      membership.staffInvitations,
      accounts.staffColleagues,
      accounts.staffRoles,
      approvals.staffApprovals,
      accounts.staffBranches,
      accounts.staffPermissions,
      oversight.staffEscalation,
      audit.staffAudit,
      oversight.staffHealth,
      oversight.staffJobs,
      oversight.staffBackups,
      settings.staffMaintenance,
      certificates.staffCredentialKeys,
    ],
  },
  { name: '我的', entries: [messages.staffMessages, accounts.staffSecurity] },
]
