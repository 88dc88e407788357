import { type SQL, sql } from 'drizzle-orm'
import type { staffEntered } from '../staffEntered.ts'

/** Registers and events that staff entered by hand in the trial, of which the go-live is told which to remove. */
export type EnteredCode = keyof typeof staffEntered
export type Removed = readonly EnteredCode[]

/**
 * What a go-live does with the rows of a table. `kept`: they stay. `removed`: all go. `follows`: a row goes with a row that
 * it refers to by a foreign key that may not be empty. A function: the condition of the rows that go, given which hand-made
 * registers go.
 */
export type Fate = 'kept' | 'removed' | 'follows' | ((removed: Removed) => SQL)

/** Rows that an import wrote; `second`: as the second record of a row, such as the company of a member. */
const isImported = (id: string, kinds: readonly string[], second = false) => sql`${sql.raw(id)} in (
  select ${second ? sql`(also ->> 'id')::int` : sql`object_id`} from import_row
  join import_batch on import_batch.id = batch_id
  where import_batch.kind = any(${sql.param([...kinds])}::text[]) ${second ? sql`and also is not null` : sql``})`

/** Rows that a colleague entered by hand, which the log says. */
const isEntered = (id: string, action: string) => sql`${sql.raw(id)} in (
  select object_id from audit_event where action = ${action}
    and actor_id in (select id from account where kind = 'staff'))`

const MEMBERS = ['members', 'memberCompanies']
const isImportedMember = isImported('member.id', MEMBERS)
const keptMembers = (column: string) => sql`select ${sql.raw(column)} from member where ${isImportedMember}`

const chosen = (removed: Removed, code: EnteredCode) => (removed.includes(code) ? sql`true` : sql`false`)

const certificateGoes = (removed: Removed) => sql`
  certificate.id not in (${keptMembers('certificate_id')} and certificate_id is not null)
  and (certificate.source = 'issued'
    or (${chosen(removed, 'certificates')} and not ${isImported('certificate.id', ['qualifications', 'personnel'])}))`

/** Ids of one column of rows that stay, for what they refer to stays as well. */
const keptCertificates = (removed: Removed, column: string) =>
  sql`select ${sql.raw(`certificate.${column}`)} from certificate where certificate.${sql.raw(column)} is not null and not (${certificateGoes(removed)})`

const personGoes = (removed: Removed) => sql`not (
  ${isImported('person.id', ['persons'])}
  or (not ${chosen(removed, 'persons')} and ${isEntered('person.id', 'person.add')})
  or person.id in (${keptMembers('person_id')} and person_id is not null)
  or person.id in (${keptCertificates(removed, 'person_id')})
  or (not ${chosen(removed, 'experts')} and person.id in (select person_id from expert where person_id is not null)))`

const organisationGoes = (removed: Removed) => sql`not (
  ${isImported('organisation.id', ['organisations'])}
  or ${isImported('organisation.id', ['memberCompanies'], true)}
  or (not ${chosen(removed, 'organisations')} and ${isEntered('organisation.id', 'organisation.add')})
  or organisation.id in (${keptMembers('organisation_id')} and organisation_id is not null)
  or organisation.id in (${keptCertificates(removed, 'organisation_id')})
  or organisation.id in (
    select organisation_id from person where organisation_id is not null and not (${personGoes(removed)})))`

/**
 * Every table of the database, in the order of the alphabet: a test fails where one is missing. What a colleague set, wrote
 * or imported stays; what came of trying goes. The log stays: it is the log.
 */
export const trialTables: Record<string, Fate> = {
  account: () => sql`account.kind <> 'staff'`,
  account_handling: 'follows',
  advert: 'removed',
  advert_allowance: 'removed',
  advert_day: 'removed',
  advert_fee: 'removed',
  advert_position: 'kept',
  allocation: 'removed',
  allowance: 'kept',
  announcement: 'kept',
  // What was reminded of in a trial reached nobody: it is reminded of again.
  annual_reminder: 'removed',
  application: 'removed',
  application_confirmation: 'removed',
  application_event: 'removed',
  application_note: 'removed',
  application_print: 'removed',
  application_questions: 'removed',
  approval: () => sql`approval.state = 'waiting'`,
  // Who holds a post is entered or imported by a colleague.
  appointment: 'kept',
  agenda_kind: 'kept',
  article: 'kept',
  article_asset: 'kept',
  article_draft: 'kept',
  article_fault: 'kept',
  article_file: 'kept',
  article_review: 'kept',
  article_version: 'kept',
  article_views: 'removed',
  assessment_fee: 'removed',
  attempt: 'kept',
  attendance: 'removed',
  audit_anchor: 'kept',
  audit_event: 'kept',
  award_call: removed => chosen(removed, 'awardCalls'),
  award_certificate: 'follows',
  award_entry: 'removed',
  award_kind: 'kept',
  award_panel: 'removed',
  award_recusal: 'removed',
  award_round: 'removed',
  award_round_entry: 'removed',
  award_score: 'removed',
  award_winner: removed => sql`award_winner.entry_id is not null
    or (${chosen(removed, 'winners')} and not ${isImported('award_winner.id', ['winners'])})`,
  backup_copy: 'kept',
  ballot: 'removed',
  ballot_envelope: 'removed',
  ballot_named_vote: 'removed',
  ballot_paper_count: 'removed',
  ballot_paper_teller: 'removed',
  ballot_vote: 'removed',
  ballot_voter: 'removed',
  bank_line: 'removed',
  bank_statement: 'removed',
  banner: 'kept',
  board: 'removed',
  board_article: 'removed',
  board_item: 'removed',
  board_rule: 'kept',
  body: 'kept',
  branch: 'kept',
  captcha: 'kept',
  case_link: 'removed',
  catalogue: 'kept',
  certificate: certificateGoes,
  certificate_batch: 'removed',
  certificate_design: 'kept',
  certificate_event: 'follows',
  certificate_look: 'kept',
  certificate_lookup: 'removed',
  chosen_columns: 'follows',
  clerk: 'follows',
  close_entry: 'removed',
  complaint: 'removed',
  complaint_kind: 'kept',
  complaint_note: 'removed',
  confirming_rule: 'kept',
  consent: 'follows',
  council_report: 'kept',
  council_report_issue: 'removed',
  course: removed => chosen(removed, 'courses'),
  credential_entry: 'follows',
  credential_key: 'kept',
  daily_close: 'removed',
  database_info: 'kept',
  deputy: 'follows',
  dictionary_entry: 'kept',
  document_version: 'kept',
  e_invoice: 'removed',
  e_invoice_nonce: 'kept',
  e_invoice_rule: 'kept',
  e_invoice_token: 'kept',
  election: 'removed',
  election_candidate: 'removed',
  election_contest: 'removed',
  election_objection: 'removed',
  election_round: 'removed',
  election_rule: 'kept',
  election_voter: 'removed',
  electronic_seal: 'kept',
  employment: 'follows',
  entry_link: 'follows',
  escalation: 'removed',
  escalation_rule: 'kept',
  event_kind: 'kept',
  exam_result: 'removed',
  expert: removed => chosen(removed, 'experts'),
  expert_tie: 'follows',
  expiry_reminder: 'removed',
  figure: 'kept',
  file: 'kept',
  file_size: 'kept',
  geocode: 'kept',
  handover: 'removed',
  held_decision: 'removed',
  home_block: 'kept',
  import_batch: () => sql`import_batch.kind = 'participants'`,
  import_fault: 'follows',
  import_heading: 'kept',
  import_meaning: 'kept',
  import_mend: 'follows',
  import_row: 'follows',
  invitation: 'removed',
  job_run: 'kept',
  joining_rule: 'kept',
  own_field: 'kept',
  profile_rule: 'kept',
  post: 'kept',
  term: 'kept',
  legacy_claim: 'removed',
  level_fee: 'kept',
  link: 'kept',
  mailing: 'removed',
  mailing_address: 'removed',
  mailing_contact: 'removed',
  mailing_recipient: 'removed',
  meeting: 'removed',
  meeting_article: 'removed',
  meeting_item: 'removed',
  meeting_letter: 'removed',
  meeting_minutes: 'removed',
  meeting_paper: 'removed',
  meeting_rule: 'kept',
  meeting_seat: 'removed',
  motion_vote: 'removed',
  motion_voter: 'removed',
  paper_read: 'removed',
  member: () => sql`not ${isImportedMember}`,
  member_event: 'follows',
  member_fee: 'removed',
  member_level: 'kept',
  member_style: 'follows',
  message: 'removed',
  message_choice: 'follows',
  message_reading: 'removed',
  message_template: 'kept',
  minutes_reply: 'removed',
  minutes_signature: 'removed',
  moved_catalogue: 'kept',
  moved_organisation: 'follows',
  named_place: 'kept',
  newsletter: 'removed',
  newsletter_subscriber: 'removed',
  nonconformity: 'removed',
  // Begun anew behind the numbers of what stays.
  number_series: 'removed',
  objection: 'removed',
  old_site: 'kept',
  old_site_file: 'kept',
  old_site_page: 'kept',
  organisation: organisationGoes,
  organisation_contact: 'follows',
  organisation_note: 'follows',
  outbox: 'removed',
  outside_link: 'kept',
  page_turn: 'kept',
  paper_failure: 'removed',
  participant: 'removed',
  past_search: 'removed',
  payment: 'removed',
  payment_bill: 'removed',
  payment_difference: 'removed',
  payment_item: 'removed',
  payment_letter: 'removed',
  payment_letter_batch: 'removed',
  payment_order: 'removed',
  payment_refund: 'removed',
  person: personGoes,
  personnel_group: 'kept',
  personnel_kind: 'kept',
  phone_code: 'kept',
  public_notice: 'removed',
  public_notice_table: 'removed',
  qualification_case: 'removed',
  qualification_group: 'kept',
  qualification_kind: 'kept',
  qualification_level: 'kept',
  // Found again in the next night.
  qualification_shortfall: 'removed',
  quick_link: 'kept',
  receipt: 'removed',
  receipt_series: 'kept',
  receipt_title: 'follows',
  receivable: 'removed',
  recovery_code: 'follows',
  red_invoice: 'removed',
  redirect: 'kept',
  refund: 'removed',
  registration: 'removed',
  row_code: 'kept',
  saved_view: 'follows',
  seal_mark: 'kept',
  sealed_paper: 'removed',
  session: 'follows',
  setting: 'kept',
  signing_flow: 'removed',
  signing_key: 'kept',
  signing_nonce: 'kept',
  site_finding: 'removed',
  site_review: 'removed',
  site_reviewer: 'removed',
  sms_template: 'kept',
  staff_role: 'kept',
  survey: 'removed',
  survey_answer: 'removed',
  survey_reply: 'removed',
  survey_respondent: 'removed',
  survey_template: 'kept',
  survey_version: 'removed',
  statistics_break: 'kept',
  statistics_form: 'kept',
  statistics_indicator: 'kept',
  statistics_release: 'removed',
  statistics_reminder: 'removed',
  statistics_report: 'removed',
  statistics_reporter: 'removed',
  study_hours: () => sql`study_hours.course_id is not null`,
  verify_key: 'kept',
  verify_key_day: 'removed',
  wechat_binding: 'follows',
  wechat_credential: 'kept',
  wechat_nonce: 'kept',
  wechat_session: 'follows',
  wechat_ticket: 'follows',
}
