import type { Job } from '#lib/server/jobs/jobs.ts'
import { deleteOldRuns } from '#lib/server/jobs/runs.ts'
import { deleteIdleBuckets } from '#lib/server/limits/sharedRateLimit.ts'
import { deleteOldMessages, sendDue } from '#lib/server/outbox/send.ts'
import { purgeAccounts } from '#modules/accounts/server/purge.ts'
import { remindAdvertisers } from '#modules/adverts/server/reminding.ts'
import { keepDailyCheckpoint, keepMinuteCheckpoint } from '#modules/audit/server/auditCheckpoints.ts'
import { retireAudit } from '#modules/audit/server/retention.ts'
import { closeDueCalls } from '#modules/awards/calls/server/callActs.ts'
import { remindOfCalls } from '#modules/awards/calls/server/callNotifications.ts'
import { remindScorers } from '#modules/awards/rounds/server/reminding.ts'
import { rewriteEnvelopes } from '#modules/ballots/server/rewriting.ts'
import { forgetOldSites } from '#modules/content/oldSite/server/retention.ts'
import { expireTimedPages } from '#modules/content/server/timedPages.ts'
import { publishDue } from '#modules/content/server/writing/publishing.ts'
import { purgeArticles } from '#modules/content/server/writing/trash.ts'
import { remindOfElections } from '#modules/elections/server/reminding.ts'
import { readUnreadCodes } from '#modules/files/server/fileCodes.ts'
import { sweepFiles } from '#modules/files/server/sweeping.ts'
import { purgeOldImports } from '#modules/imports/server/purging.ts'
import { closeDueVotes } from '#modules/meetings/server/motionClosing.ts'
import { deleteUnsubmittedHandovers } from '#modules/members/handover/server/handovers.ts'
import { remindOfExpiry } from '#modules/members/server/reminding/reminders.ts'
import { updateMemberStatuses } from '#modules/membership/fees/server/memberStatus.ts'
import { forgetInvitations } from '#modules/membership/invitations/server/retention.ts'
import { purgeCaseLinks } from '#modules/messages/server/caseLinks.ts'
import { sendDigests } from '#modules/messages/server/digests.ts'
import { sendMailings } from '#modules/messages/server/mailings.ts'
import { issueDue } from '#modules/money/einvoices/server/automatic.part.ts'
import { clearLetterFiles } from '#modules/money/letters/server/making.ts'
import { issueDueReceipts } from '#modules/money/receipts/server/automaticReceipts.part.ts'
import { forgetUnconfirmed } from '#modules/newsletter/server/subscriptions.ts'
import { escalateOverdue } from '#modules/oversight/escalation/server/escalating.ts'
import { sendReports } from '#modules/oversight/reports/server/sending.ts'
import { notifyJobFailures } from '#modules/oversight/server/failureAlerts.ts'
import { checkSite } from '#modules/oversight/server/health.ts'
import { checkOpenOrders } from '#modules/payments/ordering/server/closing.ts'
import { reconcileDays } from '#modules/payments/reconciling/server/reconciling.ts'
import { sendRefunds } from '#modules/payments/refunding/server/sending.ts'
import { remindOfTerms } from '#modules/posts/server/termReminders.ts'
import { remindOfAnnualReports } from '#modules/qualifications/applying/server/annualReminders.ts'
import { updateAllShortfalls } from '#modules/qualifications/shortfalls/server/nightlyShortfalls.ts'
import { sendDueDecisions } from '#modules/review/desk/server/undoing.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { advanceDueFlows } from '#modules/review/signing/server/flowProgress.ts'
import { fadePastSearches } from '#modules/search/server/pastSearches.ts'
import { openAndRemind } from '#modules/statistics/server/openReports.ts'
import { remindBeforeClosing } from '#modules/surveys/server/inviting.ts'
import { eraseOldAnswers } from '#modules/surveys/server/retention.ts'
import { eraseOldEnrolments } from '#modules/training/enrolling/server/dataRetention.ts'
import { offerAllPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { purgeWechat } from '#modules/wechat/server/purge.ts'
import { updateSearchWords } from './searchWords.ts'

/** Jobs of the program; times are in Shanghai time. */
export const jobs: Job[] = [
  // New messages leave at once; this is for those that could not.
  { name: 'outbox', title: '发送短信与邮件', cron: '* * * * *', run: ctx => sendDue(ctx, ctx.now) },
  { name: 'keepSearchWords', title: '升级后更新搜索用词', cron: '* * * * *', isLong: true, run: updateSearchWords },
  { name: 'turnPages', title: '更新到点变化的页面', cron: '* * * * *', run: expireTimedPages },
  { name: 'publishDue', title: '定时发布文章', cron: '* * * * *', run: publishDue },
  { name: 'decisionMessages', title: '通知审核决定', cron: '* * * * *', run: sendDueDecisions },
  { name: 'closeVotes', title: '到期结束通讯表决', cron: '* * * * *', run: closeDueVotes },
  { name: 'sendMailings', title: '群发消息', cron: '* * * * *', run: sendMailings },
  { name: 'watchPayments', title: '查询、关闭在线支付订单', cron: '* * * * *', run: checkOpenOrders },
  { name: 'receipts', title: '到账后自动开具收据', cron: '* * * * *', run: issueDueReceipts },
  { name: 'eInvoices', title: '开具与查询电子票据', cron: '* * * * *', run: issueDue },
  { name: 'readCodes', title: '识别扫描件上的二维码', cron: '* * * * *', run: readUnreadCodes },
  { name: 'signings', title: '查询电子签章', cron: '* * * * *', run: advanceDueFlows },
  { name: 'sendRefunds', title: '在线支付的退款', cron: '* * * * *', run: sendRefunds },
  { name: 'reconcilePayments', title: '与支付机构对账', cron: '20 10-20 * * *', run: reconcileDays },
  { name: 'sealAudit', title: '封存审计日志', cron: '* * * * *', run: keepMinuteCheckpoint },
  { name: 'keepAuditHead', title: '留存审计日志的链头', cron: '40 4 * * *', run: keepDailyCheckpoint },
  { name: 'keepCalendar', title: '办理到期事项（公示、补正期限）', cron: '5 0 * * *', run: applyDeadlines },
  { name: 'closeAwardCalls', title: '截止到期的奖励申报', cron: '0 0 * * *', run: closeDueCalls },
  { name: 'keepFeeStanding', title: '按会费更新会员状态', cron: '15 0 * * *', run: updateMemberStatuses },
  {
    name: 'forgetSent',
    title: '清理半年前的发送记录',
    cron: '10 3 * * *',
    run: ctx => deleteOldMessages(ctx, ctx.now),
  },
  { name: 'purgeAccounts', title: '清理过期的登录与验证码', cron: '20 3 * * *', run: purgeAccounts },
  { name: 'purgeWechat', title: '清理过期的微信扫码', cron: '22 3 * * *', run: purgeWechat },
  { name: 'purgeCaseLinks', title: '清理过期的办理链接', cron: '23 3 * * *', run: purgeCaseLinks },
  { name: 'purgeArticles', title: '清理回收站里的文章', cron: '25 3 * * *', run: purgeArticles },
  { name: 'sweepFiles', title: '清理无人使用的附件', cron: '30 3 * * *', run: sweepFiles },
  { name: 'forgetImports', title: '清理过期的导入文件', cron: '35 3 * * *', run: purgeOldImports },
  { name: 'forgetOldSites', title: '清理过期的旧网站文件', cron: '37 3 * * *', run: forgetOldSites },
  { name: 'clearLetterFiles', title: '清理过期的函件文件', cron: '38 3 * * *', run: clearLetterFiles },
  { name: 'forgetHandovers', title: '清理中断的联系人变更', cron: '40 3 * * *', run: deleteUnsubmittedHandovers },
  { name: 'forgetInvitations', title: '清理过期的开通邀请', cron: '42 3 * * *', run: forgetInvitations },
  { name: 'rewriteEnvelopes', title: '重写已截止投票的信封', cron: '48 3 * * *', run: rewriteEnvelopes },
  { name: 'forgetEnrolments', title: '清理未参训的报名资料', cron: '45 3 * * *', run: eraseOldEnrolments },
  { name: 'eraseOldAnswers', title: '按保存期限清除答卷的名字', cron: '47 3 * * *', run: eraseOldAnswers },
  { name: 'checkTexts', title: '检查文章链接与图片说明', cron: '0 4 * * *', run: checkSite },
  { name: 'forgetAllowances', title: '清理操作次数记录', cron: '15 4 * * *', run: deleteIdleBuckets },
  { name: 'openReports', title: '打开统计报表、催报', cron: '20 9 * * *', run: openAndRemind },
  { name: 'forgetUnconfirmed', title: '删除没有确认的简报订阅', cron: '47 3 * * *', run: forgetUnconfirmed },
  { name: 'fadePastSearches', title: '淡化大家搜过的词', cron: '17 4 1 * *', run: fadePastSearches },
  { name: 'forgetRuns', title: '清理任务运行记录', cron: '20 4 * * *', run: deleteOldRuns },
  { name: 'retireAudit', title: '清理到期的审计日志', cron: '30 4 * * *', run: retireAudit },
  // Runs by day, since it sends text messages.
  { name: 'escalateOverdue', title: '督办超期的工作', cron: '40 8 * * *', run: escalateOverdue },
  { name: 'offerPlaces', title: '递补培训名额', cron: '30 8 * * *', run: offerAllPlaces },
  { name: 'keepShortfalls', title: '核对资质条件', cron: '50 8 * * *', run: updateAllShortfalls },
  { name: 'sendDigests', title: '发送每日消息汇总', cron: '0 8 * * *', run: sendDigests },
  { name: 'tellOfFailures', title: '告知连续失败的任务', cron: '*/10 * * * *', run: notifyJobFailures },
  { name: 'remindOfAwards', title: '奖励申报截止提醒', cron: '55 8 * * *', run: remindOfCalls },
  { name: 'remindOfExpiry', title: '证书到期提醒', cron: '0 9 * * *', run: remindOfExpiry },
  { name: 'remindOfTerms', title: '任期届满提醒与注销离任者的聘书', cron: '2 9 * * *', run: remindOfTerms },
  { name: 'remindScorers', title: '提醒专家完成评审', cron: '58 8 * * *', run: remindScorers },
  { name: 'sendReports', title: '发送上月的理事会报告', cron: '20 8 * * *', run: sendReports },
  { name: 'remindAdvertisers', title: '广告到期提醒', cron: '5 9 * * *', run: remindAdvertisers },
  { name: 'remindOfElections', title: '换届选举日程提醒', cron: '12 9 * * *', run: remindOfElections },
  { name: 'remindOfSurveys', title: '截止前催交问卷', cron: '12 9 * * *', run: remindBeforeClosing },
  { name: 'remindOfAnnualReports', title: '年度报告提醒', cron: '10 9 * * *', run: remindOfAnnualReports },
]
