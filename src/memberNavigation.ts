import type { Group, MemberEntry } from '#layouts/screen.ts'
import * as accounts from '#modules/accounts/pages/screens.ts'
import * as adverts from '#modules/adverts/pages/screens.ts'
import * as awards from '#modules/awards/pages/screens.ts'
import * as home from '#modules/home/pages/screens.ts'
import * as members from '#modules/members/pages/screens.ts'
import * as membership from '#modules/membership/pages/screens.ts'
import * as messages from '#modules/messages/pages/screens.ts'
import * as money from '#modules/money/pages/screens.ts'
import * as payments from '#modules/payments/pages/screens.ts'
import * as personnel from '#modules/personnel/pages/screens.ts'
import * as privacy from '#modules/privacy/pages/screens.ts'
import * as qualifications from '#modules/qualifications/pages/screens.ts'
import * as review from '#modules/review/pages/screens.ts'
import * as training from '#modules/training/pages/screens.ts'

/** The navigation of the member centre, in its order. What each entry says stands in its module. */
export const memberNavigation: Group<MemberEntry>[] = [
  { name: '我的会员中心', entries: [home.myOverview, review.myDoing, messages.myMessages] },
  {
    name: '会员与证书',
    entries: [
      members.myProfile,
      membership.myMembership,
      payments.myPayments,
      money.myAccount,
      money.myInvoices,
      money.myRefunds,
      membership.myStyle,
      qualifications.myQualifications,
      qualifications.myCertificates,
      personnel.myPersons,
    ],
  },
  { name: '培训', entries: [training.myTraining, training.myRegistrations] },
  { name: '科技奖励', entries: [awards.myAwards, awards.myScoring] },
  { name: '广告', entries: [adverts.myAdverts] },
  { name: '账号', entries: [accounts.myClerks, accounts.mySecurity, privacy.myPrivacy] },
]
