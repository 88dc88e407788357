/** Definitions of modules that other modules show; the order of the imports is the order on the screen. */

// Stages of the review, and kinds of its meetings.
import './stages.ts'

// Articles made from the results of meetings.
import '#modules/content/server/writing/meetingArticles.ts'

// Work assigned to a staff member by name.
import '#modules/review/desk/server/work.ts'
import '#modules/accounts/deputies/server/work.ts'

// Words of the audit log.
import '#modules/audit/server/audit.ts'
import '#modules/settings/server/audit.ts'
import '#modules/accounts/server/audit.ts'
import '#modules/files/server/audit.ts'
import '#modules/signatures/server/audit.ts'
import '#modules/messages/server/audit.ts'
import '#modules/wechat/server/audit.ts'
import '#modules/registers/server/audit.ts'
import '#modules/review/server/audit.ts'
import '#modules/certificates/server/audit.ts'
import '#modules/imports/server/audit.ts'
import '#modules/members/server/audit.ts'
import '#modules/experts/server/audit.ts'
import '#modules/content/server/audit.ts'
import '#modules/content/oldSite/server/audit.ts'
import '#modules/membership/server/audit.ts'
import '#modules/qualifications/server/audit.ts'
import '#modules/personnel/server/audit.ts'
import '#modules/training/server/audit.ts'
import '#modules/adverts/server/audit.ts'
import '#modules/money/server/audit.ts'
import '#modules/payments/server/audit.ts'
import '#modules/awards/server/audit.ts'
import '#modules/home/server/audit.ts'
import '#modules/search/server/audit.ts'
import '#modules/privacy/server/audit.ts'
import '#modules/oversight/server/audit.ts'
import '#modules/setup/server/audit.ts'
import '#modules/approvals/server/audit.ts'

// Content of packs, besides the records of the site.
import '#modules/settings/server/packedSettings.ts'

// Steps of the set-up list, in their order.
import '#modules/settings/server/setupSteps.ts'
import '#modules/accounts/documents/server/setupSteps.ts'
import '#modules/content/navigation/server/setupSteps.ts'
import '#modules/content/oldSite/server/setupSteps.ts'
import '#modules/membership/server/setupSteps.ts'
import '#modules/review/boards/server/setupSteps.ts'
import '#modules/messages/server/setupSteps.ts'
import '#modules/oversight/backups/server/setupSteps.ts'

// Notifications when settings change.
import '#modules/membership/fees/server/payAccountNotices.ts'
import '#modules/content/reviewing/server/reviewPeople.ts'

// References of records to files.
import '#modules/files/server/fileReferences.ts'
import '#modules/review/server/fileReferences.ts'
import '#modules/members/handover/server/fileReferences.ts'
import '#modules/content/server/writing/fileReferences.ts'
import '#modules/membership/server/fileReferences.ts'
import '#modules/qualifications/server/fileReferences.ts'
import '#modules/training/server/fileReferences.ts'

// Imports.
import '#modules/members/server/imports.ts'
import '#modules/membership/server/imports.ts'
import '#modules/qualifications/server/imports.ts'
import '#modules/personnel/server/imports.ts'
import '#modules/training/server/imports.ts'
import '#modules/content/server/imports.ts'

// Recipients that can be selected in a register.
import '#modules/certificates/issuing/server/recipients.ts'
import '#modules/members/server/companyContacts.ts'
import '#modules/members/server/reminding/recipients.ts'
import '#modules/membership/register/server/recipients.ts'
import '#modules/membership/fees/server/recipients.ts'
import '#modules/training/enrolling/server/audience.ts'
import '#modules/membership/register/server/substitutes.ts'
import '#modules/certificates/issuing/server/substitutes.ts'

// Provinces of applicants, and access to files.
import '#modules/members/server/provinces.ts'
import '#modules/review/server/reading.ts'
import '#modules/awards/server/fileAccess.ts'
import '#modules/membership/server/paymentPapers.ts'
import '#modules/qualifications/server/paymentPapers.ts'
import '#modules/training/server/paymentPapers.ts'

// Consequences of a certificate that becomes invalid.
import '#modules/qualifications/server/certificateConsequences.ts'
import '#modules/training/server/certificateConsequences.ts'

// Public pages of organisations named on certificates.
import '#modules/membership/register/server/orgPages.ts'

// Lists that are no registers of their own, and have views.
import '#modules/review/desk/server/queueViews.ts'

// Tasks of members, besides applications.
import '#modules/members/server/reminding/todos.ts'
import '#modules/membership/fees/server/todos.ts'
import '#modules/qualifications/applying/server/todos.ts'

// Tasks on the workbench.
import '#modules/messages/server/tasks.ts'
import '#modules/review/server/tasks.ts'
import '#modules/certificates/server/tasks.ts'
import '#modules/approvals/server/tasks.ts'
import '#modules/imports/server/tasks.ts'
import '#modules/members/server/tasks.ts'
import '#modules/content/server/tasks.ts'
import '#modules/membership/server/tasks.ts'
import '#modules/training/server/tasks.ts'
import '#modules/adverts/server/tasks.ts'
import '#modules/payments/server/tasks.ts'
import '#modules/money/server/tasks.ts'
import '#modules/awards/server/tasks.ts'

// Cards on the workbench: work of the day or week.
import '#modules/review/server/deskCards.ts'
import '#modules/content/server/columnChecks.ts'
import '#modules/membership/fees/server/feeCard.ts'
import '#modules/training/server/deskCard.ts'

// Work that rules of the association watch.
import '#modules/review/server/overdueWork.ts'
import '#modules/content/reviewing/server/overdueArticles.ts'
import '#modules/membership/fees/server/overdueClaims.ts'

// Records found by the search of the back office.
import '#modules/members/server/desk/finder.ts'
import '#modules/membership/register/server/finder.ts'
import '#modules/personnel/server/finder.ts'
import '#modules/certificates/issuing/server/finder.ts'
import '#modules/review/desk/server/finder.ts'
import '#modules/training/courses/server/finder.ts'
import '#modules/content/server/writing/finder.ts'

// Register data about an applicant.
import '#modules/members/server/desk/alikeOrganisations.ts'
import '#modules/membership/server/registerParts.ts'
import '#modules/certificates/issuing/server/registerPart.ts'
import '#modules/review/desk/server/otherCases.ts'
import '#modules/members/notes/server/registerPart.ts'

// Charts of the statistics.
import '#modules/membership/server/memberCharts.ts'
import '#modules/certificates/server/certificateCharts.ts'
import '#modules/members/server/applicationCharts.ts'
import '#modules/membership/fees/server/feeCharts.ts'
import '#modules/awards/server/awardCharts.ts'
import '#modules/content/server/articleCharts.ts'

// Checks of the site's health.
import '#modules/accounts/server/openDemo/openDemoCheck.ts'
import '#modules/accounts/server/codeBudgetCheck.ts'
import '#modules/review/server/answerChecks.ts'
import '#modules/members/server/reminding/expiryCheck.ts'
import '#modules/content/server/columnChecks.ts'
import '#modules/oversight/backups/server/check.ts'

// Catalogues of certificates, in the order in which their kinds are offered.
import '#modules/membership/register/server/memberCertificates.ts'
import '#modules/awards/winners/server/catalogue.ts'
import '#modules/personnel/catalogue/server/catalogue.ts'
import '#modules/qualifications/catalogue/server/catalogue.ts'

// Types of site records; those that others refer to stand before them, as a pack applies them.
import '#modules/settings/server/dictionaryDesk.ts'
import '#modules/review/boards/server/boardRules.ts'
import '#modules/review/confirming/server/rules.ts'
import '#modules/certificates/designs/server/designDesk.ts'
import '#modules/content/server/catalogueDesk.ts'
import '#modules/content/server/bannerDesk.ts'
import '#modules/content/server/linkDesk.ts'
import '#modules/content/server/announcements.ts'
import '#modules/content/navigation/server/quickLinkDesk.ts'
import '#modules/membership/joining/server/joiningDesk.ts'
import '#modules/personnel/catalogue/server/groupDesk.ts'
import '#modules/personnel/catalogue/server/kindDesk.ts'
import '#modules/qualifications/catalogue/server/groupDesk.ts'
import '#modules/qualifications/catalogue/server/kindDesk.ts'
import '#modules/adverts/server/desk/positions.ts'
import '#modules/money/receipts/server/series.ts'
import '#modules/money/einvoices/server/rules.ts'
import '#modules/awards/calls/server/kindDesk.ts'
import '#modules/home/server/figures.ts'
import '#modules/home/server/blockDesk.ts'
import '#modules/oversight/escalation/server/rules.ts'
