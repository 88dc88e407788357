import type { MemberGroup } from '#layouts/screen.ts'
import * as accounts from '#modules/accounts/pages/screens.ts'
import * as adverts from '#modules/adverts/pages/screens.ts'
import * as awards from '#modules/awards/pages/screens.ts'
import * as ballots from '#modules/ballots/pages/screens.ts'
import * as elections from '#modules/elections/pages/screens.ts'
import * as home from '#modules/home/pages/screens.ts'
import * as meetings from '#modules/meetings/pages/screens.ts'
import * as members from '#modules/members/pages/screens.ts'
import * as membership from '#modules/membership/pages/screens.ts'
import * as messages from '#modules/messages/pages/screens.ts'
import * as money from '#modules/money/pages/screens.ts'
import * as newsletter from '#modules/newsletter/pages/screens.ts'
import * as payments from '#modules/payments/pages/screens.ts'
import * as personnel from '#modules/personnel/pages/screens.ts'
import * as privacy from '#modules/privacy/pages/screens.ts'
import * as qualifications from '#modules/qualifications/pages/screens.ts'
import * as review from '#modules/review/pages/screens.ts'
import * as statistics from '#modules/statistics/pages/screens.ts'
import * as surveys from '#modules/surveys/pages/screens.ts'
import * as training from '#modules/training/pages/screens.ts'

/** The menu of the member centre, in its order: ten entries in five groups. */
export const memberNavigation: MemberGroup[] = [
  {
    name: '办事',
    areas: [
      { name: '概览', icon: 'building', screens: [home.myOverview] },
      {
        name: '在办事项',
        icon: 'clock',
        screens: [review.myDoing, meetings.myMeetings, ballots.myBallots, elections.myElections, surveys.mySurveys],
      },
      { name: '消息', icon: 'mail', screens: [messages.myMessages] },
    ],
  },
  {
    name: '单位',
    areas: [
      {
        name: '资料与会员',
        icon: 'file',
        screens: [members.myProfile, membership.myMembership, membership.myStyle, statistics.myStatistics],
      },
    ],
  },
  {
    name: '证书与人员',
    areas: [
      {
        name: '单位证书',
        icon: 'certificate',
        screens: [qualifications.myQualifications, qualifications.myCertificates],
      },
      {
        name: '人员与培训',
        icon: 'people',
        screens: [personnel.myPersons, training.myTraining, training.myRegistrations],
      },
    ],
  },
  {
    name: '申报与投放',
    areas: [
      { name: '奖励', icon: 'star', screens: [awards.myAwards, awards.myScoring] },
      { name: '广告', icon: 'share', screens: [adverts.myAdverts] },
    ],
  },
  {
    name: '财务与账号',
    areas: [
      {
        name: '缴费与票据',
        icon: 'receipt',
        screens: [payments.myPayments, money.myAccount, money.myInvoices, money.myRefunds],
      },
      {
        name: '账号',
        icon: 'user',
        screens: [accounts.mySecurity, accounts.myClerks, privacy.myPrivacy, newsletter.myNewsletter],
      },
    ],
  },
]
